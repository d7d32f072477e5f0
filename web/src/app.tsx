import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { newQueryClient } from '@/api/query'
import { settings, useSettings } from '@/lib/settings'
import { speak } from '@/lib/i18n'
import { newRouter } from './routes'

const client = newQueryClient()
const router = newRouter(client)

export function App() {
  const { lang } = useSettings()
  useEffect(() => void speak(lang), [lang])
  useEffect(() => {
    const media = matchMedia('(prefers-color-scheme: dark)')
    media.addEventListener('change', settings.apply)
    return () => media.removeEventListener('change', settings.apply)
  }, [])
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
