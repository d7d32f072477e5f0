// As much of JSON Schema as the API's document uses: what a value lacks or has
// too much against a schema, each fault with its place.

export function faultsOf(document, schema, value, at = '$') {
  if (schema.$ref) return faultsOf(document, resolve(document, schema.$ref), value, at)
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((t) => is(t, value))) return [`${at}: ${kind(value)}, want ${types.join(' or ')}`]
  const faults = []
  if (schema.enum && !schema.enum.includes(value)) faults.push(`${at}: ${JSON.stringify(value)}, want one of ${schema.enum.join(', ')}`)
  if (Array.isArray(value)) value.slice(0, SOME).forEach((v, i) => schema.items && faults.push(...faultsOf(document, schema.items, v, `${at}[${i}]`)))
  else if (typeof value === 'object' && value !== null) faults.push(...object(document, schema, value, at))
  return faults
}

/** How many entries of a list are looked at: they are made alike. */
const SOME = 20

function object(document, schema, value, at) {
  const known = schema.properties ?? {}
  const faults = (schema.required ?? []).filter((name) => value[name] === undefined).map((name) => `${at}.${name}: missing`)
  for (const [name, v] of Object.entries(value)) {
    if (v === undefined) continue
    if (Object.hasOwn(known, name)) faults.push(...faultsOf(document, known[name], v, `${at}.${name}`))
    else if (schema.additionalProperties === false) faults.push(`${at}.${name}: not of the document`)
    else if (typeof schema.additionalProperties === 'object') faults.push(...faultsOf(document, schema.additionalProperties, v, `${at}.${name}`))
  }
  return faults
}

function resolve(document, ref) {
  return ref
    .slice(2)
    .split('/')
    .reduce((o, key) => o[key], document)
}

function kind(value) {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

function is(type, value) {
  if (type === 'integer') return Number.isInteger(value)
  return kind(value) === type
}
