import './theme/tokens.css'
import './theme/base.css'
import './theme/parts.css'
import './theme/frame.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { speak } from '@/lib/i18n'
import { settings } from '@/lib/settings'
import { App, warm } from './app'

const box = document.getElementById('root')
if (box) {
  warm(location.pathname)
  // Words first: a page that shows keys for a moment and then jumps is worse than one that comes a moment later.
  await speak(settings.get().lang)
  createRoot(box).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
