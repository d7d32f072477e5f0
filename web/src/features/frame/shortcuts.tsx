import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '@/components/dialog'
import { NAV } from './nav'

/** True while the reader types somewhere, the shadow root of the editor included; single keys mean letters then. */
function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

interface Keys {
  palette(): void
  help(): void
  busy: boolean
}

/** Ctrl/Cmd+K, ?, and g followed by the letter of a page. */
export function useShortcuts(team: string, { palette, help, busy }: Keys): void {
  const navigate = useNavigate()
  const went = useRef(0)
  useEffect(() => {
    const onKey = (e: globalThis.KeyboardEvent) => {
      if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'k') {
        e.preventDefault()
        palette()
        return
      }
      if (busy || e.ctrlKey || e.metaKey || e.altKey || typing(e.composedPath()[0] ?? null)) return
      if (e.key === '?') return help()
      const now = Date.now()
      if (e.key === 'g') {
        went.current = now
        return
      }
      const item = now - went.current < 1500 && NAV.flatMap((g) => g.items).find((i) => i.letter === e.key)
      went.current = 0
      if (item) void navigate({ to: item.to, params: { team } })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigate, team, palette, help, busy])
}

export function ShortcutsHelp({ opened, close }: { opened: boolean; close: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('shortcuts.title')} opened={opened} close={close}>
      <dl className="facts">
        <dt>
          <span className="kbd">Ctrl</span> <span className="kbd">K</span>
        </dt>
        <dd>{t('palette.title')}</dd>
        <dt>
          <span className="kbd">?</span>
        </dt>
        <dd>{t('shortcuts.title')}</dd>
        <dt>
          <span className="kbd">Ctrl</span> <span className="kbd">↵</span>
        </dt>
        <dd>{t('shortcuts.run')}</dd>
        <dt>
          <span className="kbd">Esc</span>
        </dt>
        <dd>{t('shortcuts.close')}</dd>
        {NAV.flatMap((g) => g.items).map((item) => (
          <div key={item.to} style={{ display: 'contents' }}>
            <dt>
              <span className="kbd">g</span> <span className="kbd">{item.letter}</span>
            </dt>
            <dd>{t(item.word)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
