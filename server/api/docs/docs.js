// Draws the OpenAPI document: operations by tag, parameters, bodies, answers.
// Only text nodes are made, so nothing of the document can become markup.
const el = (tag, attributes, ...children) => {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes ?? {})) node.setAttribute(name, value)
  node.append(...children.filter((c) => c !== null && c !== undefined))
  return node
}

const nameOf = (ref) => ref.slice(ref.lastIndexOf('/') + 1)

// One line for a schema's type; named ones are links to their own section.
function typeOf(schema) {
  if (!schema) return 'nothing'
  if (schema.$ref) return el('a', { href: '#schema-' + nameOf(schema.$ref) }, nameOf(schema.$ref))
  if (schema.oneOf) {
    const span = el('span')
    schema.oneOf.forEach((s, i) => span.append(i ? ' or ' : '', typeOf(s)))
    return span
  }
  if (schema.enum) return schema.enum.map((e) => JSON.stringify(e)).join(' | ')
  const types = [].concat(schema.type ?? 'anything')
  if (types.includes('array')) return el('span', null, 'list of ', typeOf(schema.items))
  if (types.includes('object') && schema.additionalProperties && typeof schema.additionalProperties === 'object') {
    return el('span', null, 'object of ', typeOf(schema.additionalProperties))
  }
  return types.join(' or ') + (schema.format ? ` (${schema.format})` : '')
}

function limits(schema) {
  const words = []
  for (const key of ['minimum', 'maximum', 'minLength', 'maxLength', 'maxItems', 'pattern', 'default']) {
    if (schema[key] !== undefined) words.push(`${key} ${schema[key]}`)
  }
  return words.join(', ')
}

function fieldTable(rows) {
  const body = el('tbody')
  for (const [name, schema, required, text] of rows) {
    body.append(el('tr', null, el('td', null, el('code', null, name), required ? '' : el('span', { class: 'dim' }, ' optional')),
      el('td', null, typeOf(schema)), el('td', null, [text ?? schema.description ?? '', limits(schema)].filter(Boolean).join('; '))))
  }
  return el('table', null, el('thead', null, el('tr', null, el('th', null, 'name'), el('th', null, 'type'), el('th', null, 'meaning'))), body)
}

const properties = (schema) => Object.entries(schema.properties ?? {}).map(([name, s]) => [name, s, (schema.required ?? []).includes(name)])

function bodies(title, content) {
  const box = el('div')
  for (const [type, media] of Object.entries(content ?? {})) box.append(el('p', null, title + ' ', el('code', null, type), ': ', typeOf(media.schema)))
  return box
}

function operation(path, method, op, server) {
  const box = el('details', { id: op.operationId },
    el('summary', null, el('span', { class: 'perm' }, op['x-permission'] ?? ''), el('span', { class: 'method' }, method.toUpperCase()),
      el('span', { class: 'path' }, path), ' ', el('span', { class: 'dim' }, op.summary ?? '')))
  if (op.description) box.append(el('p', null, op.description))
  if (op['x-scope']) box.append(el('p', { class: 'dim' }, `role ${op['x-permission']}, token scope ${op['x-scope']}`))
  if (op.parameters?.length) box.append(fieldTable(op.parameters.map((p) => [`${p.name} (${p.in})`, p.schema ?? {}, p.required, p.description])))
  box.append(bodies('Body', op.requestBody?.content))
  for (const [status, answer] of Object.entries(op.responses ?? {})) {
    box.append(answer.content ? bodies(`Answer ${status}`, answer.content) : el('p', null, `Answer ${status}: ${answer.description ?? ''}`))
  }
  const data = op.requestBody ? " -H 'Content-Type: application/json' -d '{…}'" : ''
  box.append(el('pre', null, `curl -H "Authorization: Bearer $TOKEN"${method === 'get' ? '' : ' -X ' + method.toUpperCase()}${data} ${location.origin}${server}${path}`))
  return box
}

async function draw() {
  const main = document.getElementById('operations')
  const answer = await fetch(document.body.dataset.document)
  if (!answer.ok) throw new Error(`the document answered ${answer.status}`)
  const doc = await answer.json()
  const server = doc.servers?.[0]?.url ?? ''
  document.getElementById('about').textContent = doc.info.description ?? ''
  const byTag = new Map()
  for (const [path, methods] of Object.entries(doc.paths)) {
    for (const [method, op] of Object.entries(methods)) {
      const tag = op.tags?.[0] ?? 'other'
      if (!byTag.has(tag)) byTag.set(tag, [])
      byTag.get(tag).push(operation(path, method, op, server))
    }
  }
  main.replaceChildren()
  const contents = document.getElementById('contents')
  for (const [tag, list] of byTag) {
    contents.append(el('a', { href: '#tag-' + tag }, tag))
    main.append(el('h2', { id: 'tag-' + tag }, tag), ...list)
  }
  const schemas = Object.entries(doc.components.schemas)
  const types = el('details', { id: 'types' }, el('summary', null, `Types (${schemas.length})`))
  main.append(types)
  contents.append(el('a', { href: '#types' }, 'types'))
  for (const [name, schema] of schemas) {
    types.append(el('details', { id: 'schema-' + name }, el('summary', null, el('code', null, name), ' ', el('span', { class: 'dim' }, schema.description ?? '')), fieldTable(properties(schema))))
  }
}

const reveal = () => {
  const target = location.hash ? document.getElementById(location.hash.slice(1)) : null
  for (let box = target?.closest('details'); box; box = box.parentElement.closest('details')) box.open = true
  target?.scrollIntoView()
}

document.getElementById('find').addEventListener('input', (e) => {
  const word = e.target.value.toLowerCase()
  for (const box of document.querySelectorAll('details')) box.hidden = !box.textContent.toLowerCase().includes(word)
  document.getElementById('types').open = word !== ''
})
addEventListener('hashchange', reveal)
draw().then(reveal, (error) => {
  document.getElementById('operations').replaceChildren(el('p', null, `The document cannot be read: ${error.message}`))
})
