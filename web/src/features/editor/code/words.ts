// The words of the editor's own parts in the reader's language, by the names
// the library looks them up by.
import type { TFunction } from 'i18next'

export function codeWords(t: TFunction): Record<string, string> {
  return {
    Find: t('find.find'),
    Replace: t('find.with'),
    next: t('find.next'),
    previous: t('find.previous'),
    all: t('find.all'),
    'match case': t('find.case'),
    regexp: t('find.regexp'),
    'by word': t('find.word'),
    replace: t('find.replace'),
    'replace all': t('find.replace.all'),
    close: t('action.close'),
    'current match': t('find.current'),
    'on line': t('find.line'),
    'replaced $ matches': t('find.replaced'),
    'replaced match on line $': t('find.replaced.line'),
    'Go to line': t('find.goto'),
    go: t('find.go'),
    Completions: t('editor.completions'),
    Diagnostics: t('editor.tab.problems'),
    'No diagnostics': t('editor.noproblems'),
    'Selection deleted': t('editor.deleted'),
    'Control character': t('editor.control'),
    '$ unchanged lines': t('conflict.unchanged'),
    'Revert this chunk': t('conflict.take'),
  }
}
