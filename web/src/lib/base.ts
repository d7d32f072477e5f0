// Where the console is mounted. The server writes it into <base>, so one build
// runs at "/" and under any sub-path.

/** The path of the console with a slash at either end. */
export function basePath(): string {
  return new URL('.', document.baseURI).pathname
}

/** Address of the API, without a slash at the end. */
export function apiRoot(): string {
  return new URL('api/v1', document.baseURI).href
}

/** Address of the socket: same host, ws or wss as the page is http or https. */
export function socketAddress(): string {
  return new URL('api/v1/live', document.baseURI).href.replace(/^http/, 'ws')
}
