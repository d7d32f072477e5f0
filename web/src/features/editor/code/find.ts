// Find and replace. Loaded behind the editor: a text can be read and written
// before it is there.
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'

export const find: Extension = [search({ top: true }), highlightSelectionMatches(), keymap.of(searchKeymap)]

export { openSearchPanel as openFind }
