import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { createClient, type FleetClient } from "../createClient.ts"
import { fileStorage } from "../node.ts"
import { serviceUrl } from "../serviceUrl.ts"
import { exit, Failure, usageFailure } from "./Failure.ts"
import { folderOf, Notes } from "./Folder.ts"
import type { CommandInput } from "./CommandInput.ts"
import type { Io } from "./Io.ts"
import { fileExclusive } from "./Lock.ts"

/** The service, and as whom. */
export interface Connection {
  readonly fleet: FleetClient
  readonly baseUrl: string
  /** A key or token was given, instead of a session. */
  readonly withKey: boolean
  /** The tag of the newest draft that was read or written. */
  readonly draftTag: () => string | undefined
}

type Environment = Pick<Io, "env">

const settings = (io: Environment) => new Notes(folderOf(io), "settings.json")

/** Remembers which service was signed in to last; undefined forgets it. */
export const rememberUrl = (io: Environment, url: string | undefined) => settings(io).set("url", url)

const checked = (url: string): string => {
  try {
    return serviceUrl(url)
  } catch (error) {
    throw usageFailure((error as Error).message)
  }
}

/** The service's address, undefined where nothing names it. */
export const findUrl = async (io: Environment, given: CommandInput): Promise<string | undefined> => {
  const named = given.text("url") ?? (io.env["FLEET_URL"] || undefined)
  const url = named ?? (await settings(io).get("url"))
  return url === undefined ? undefined : checked(url)
}

const findKey = async (io: Environment, given: CommandInput): Promise<string | undefined> => {
  const file = given.text("key-file")
  if (file === undefined) return io.env["FLEET_KEY"] || undefined
  const key = (await readFile(file, "utf8")).trim()
  if (key === "") throw new Failure(`${file} is empty.`, { code: exit.notAllowed })
  return key
}

/** A client on the session that is kept for this service. */
export const sessionClient = (io: Environment, baseUrl: string, fetcher?: typeof fetch): FleetClient => {
  const folder = folderOf(io)
  return createClient({
    baseUrl,
    storage: fileStorage(join(folder, "sessions.json")),
    exclusive: fileExclusive(join(folder, "sessions.lock")),
    ...(fetcher === undefined ? {} : { fetch: fetcher })
  })
}

/** Reaches the service with a key where one is given, otherwise as who signed in. */
export const connect = async (io: Environment, given: CommandInput): Promise<Connection> => {
  const baseUrl = await findUrl(io, given)
  if (baseUrl === undefined) {
    const hint = "Sign in with `fleet login --url <address>`, or set FLEET_URL and FLEET_KEY."
    throw new Failure("There is no service to talk to.", { code: exit.notAllowed, hint })
  }
  let tag: string | undefined
  const noticing: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (String(input).endsWith("/config/draft")) tag = answer.headers.get("etag") ?? tag
    return answer
  }
  const key = await findKey(io, given)
  const fleet =
    key === undefined
      ? sessionClient(io, baseUrl, noticing)
      : createClient({ baseUrl, serverKey: key, fetch: noticing })
  return { fleet, baseUrl, withKey: key !== undefined, draftTag: () => tag }
}
