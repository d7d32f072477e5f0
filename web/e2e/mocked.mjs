// The mock with the same handle as the real binary: start, kill, stop.
import { serveMock } from './mock/serve.mjs'

export class Mocked {
  constructor({ base = '/' } = {}) {
    this.base = base
  }

  async start() {
    this.mock = await serveMock({ port: this.port ?? 0, base: this.base })
    const { address, login, password, team, scenes, port } = this.mock
    Object.assign(this, { address, login, password, team, scenes, port })
  }

  async stopDatabase() {
    this.mock.world.database = { state: 'down', since: new Date().toISOString() }
  }

  async startDatabase() {
    this.mock.world.database = { state: 'ok', since: new Date().toISOString() }
  }

  kill() {
    return this.mock.stop()
  }

  stop() {
    return this.mock.stop()
  }
}
