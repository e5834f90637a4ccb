import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import type { SessionStorage } from "./session/Storage.ts"

interface Entries {
  readonly [key: string]: string
}

/** Keeps sessions in a JSON file that only its owner may read. One process at a time. */
export const fileStorage = (path: string): SessionStorage => {
  const read = async (): Promise<Entries> => {
    try {
      return JSON.parse(await readFile(path, "utf8")) as Entries
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return {}
      throw error
    }
  }
  /** Replaced whole, so that a crash leaves the old file or the new one. */
  const write = async (entries: Entries): Promise<void> => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, JSON.stringify(entries), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <A>(task: () => Promise<A>): Promise<A> => {
    const turn = last.then(task, task)
    last = turn.catch(() => {})
    return turn
  }
  return {
    get: (key) => inTurn(async () => (await read())[key] ?? null),
    set: (key, value) => inTurn(async () => write({ ...(await read()), [key]: value })),
    remove: (key) =>
      inTurn(async () => {
        const { [key]: _removed, ...rest } = await read()
        await (Object.keys(rest).length === 0 ? rm(path, { force: true }) : write(rest))
      })
  }
}
