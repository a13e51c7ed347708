import { type Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'

/**
 * Sends a request over a connection of `agent` and returns the status, or null if the connection was refused or closed
 * before a reply began. Throws if the reply is cut off.
 */
export function askOver(agent: Agent, url: string, options: RequestOptions = {}, body = ''): Promise<number | null> {
  return new Promise((done, failed) => {
    const headers = { 'X-Requested-With': 'wallet-user', ...options.headers }
    const asked = request(url, { agent, ...options, headers }, (response: IncomingMessage) => {
      response.resume()
      response.once('end', () => done(response.statusCode ?? 0))
      response.once('error', failed)
    })
    // The connection failed before a reply began, so a client may retry elsewhere.
    asked.once('error', () => done(null))
    asked.end(body)
  })
}
