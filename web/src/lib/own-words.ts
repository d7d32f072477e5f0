// What the browser says of a field that is left empty or has the wrong form is
// in the browser's own language and names no remedy; here it is said in ours.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (target: EventTarget | null): target is Field => target instanceof HTMLElement && 'setCustomValidity' in target

/**
 * Answers for every form of a document until the returned function is called.
 * `empty` is said of a required field without a value; of any other fault the
 * field's own title is, which tells the form it wants, or `wrong`.
 */
export function speakOfFields(document: Document, empty: () => string, wrong: () => string): () => void {
  const clear = (e: Event) => isField(e.target) && e.target.setCustomValidity('')
  const say = (e: Event) => {
    const field = e.target
    if (!isField(field)) return
    // A message of ours counts as a fault itself: only without it does the browser say what is.
    field.setCustomValidity('')
    if (field.validity.valid) return
    field.setCustomValidity(field.validity.valueMissing ? empty() : field.title || wrong())
  }
  document.addEventListener('invalid', say, true)
  document.addEventListener('input', clear, true)
  return () => {
    document.removeEventListener('invalid', say, true)
    document.removeEventListener('input', clear, true)
  }
}
