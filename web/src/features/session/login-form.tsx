import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLogin } from '@/api/session'
import { Problem, saying } from '@/api/problem'

/** Login and password. Keeps what was typed when the server refuses. */
export function LoginForm({ done }: { done: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const login = useLogin()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    login.mutate({ login: name, password }, { onSuccess: done })
  }
  const wrong = login.error instanceof Problem && login.error.status === 401
  return (
    <form className="stack" onSubmit={submit}>
      <label className="field">
        <span>{t('login.login')}</span>
        <input
          className="input tall"
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus
          autoFocus
          value={name}
          onChange={(e) => setName(e.target.value)}
        />
      </label>
      <label className="field">
        <span>{t('login.password')}</span>
        <input
          className="input tall"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(e) => setPassword(e.target.value)}
        />
      </label>
      {/* Its line is always there, so that a refusal moves nothing. */}
      <p role="alert" className="state tone-bad refusal">
        {login.error && (
          <>
            <span className="glyph" aria-hidden="true">
              ✕
            </span>
            <span>{wrong ? t('login.wrong') : login.error instanceof Problem && login.error.status === 0 ? t('error.offline') : saying(login.error)}</span>
          </>
        )}
      </p>
      <button className="button primary tall" type="submit" disabled={login.isPending}>
        {t('login.submit')}
      </button>
    </form>
  )
}
