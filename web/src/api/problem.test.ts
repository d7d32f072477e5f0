import { expect, test } from 'vitest'
import { Problem } from './problem'

test.each([
  [{ code: 'stale', detail: 'it changed', request_id: 'r1' }, { code: 'stale', detail: 'it changed', requestId: 'r1' }],
  [{ title: 'Conflict' }, { code: 'http_409', detail: 'Conflict', requestId: 'h9' }],
  ['<html>proxy</html>', { code: 'http_409', detail: 'HTTP 409', requestId: 'h9' }],
  [undefined, { code: 'http_409', detail: 'HTTP 409', requestId: 'h9' }],
])('%j', (body, want) => expect(Problem.from(409, body, 'h9')).toMatchObject({ status: 409, ...want }))
