import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import i18next from 'i18next'
import { useEffect } from 'react'
import { newQueryClient } from '@/api/query'
import { meQuery } from '@/api/session'
import { settings, useSettings } from '@/lib/settings'
import { speak } from '@/lib/i18n'
import { speakOfFields } from '@/lib/own-words'
import { newRouter } from './routes'

const client = newQueryClient()
const router = newRouter(client)

/** Asks for what a first visit needs at once, beside the words and not after them: who reads, and the page it begins with. */
export function warm(path: string): void {
  if (/\/login$/.test(path)) return
  void client.prefetchQuery(meQuery)
  if (/\/(overview)?$/.test(path)) void import('@/pages/overview/overview-page')
}

export function App() {
  const { lang } = useSettings()
  useEffect(() => void speak(lang), [lang])
  useEffect(
    () =>
      speakOfFields(
        document,
        () => i18next.t('field.empty'),
        () => i18next.t('field.wrong'),
      ),
    [],
  )
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
