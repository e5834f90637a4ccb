import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { join } from "node:path"
import type { Io } from "./Io.ts"

/** Where sessions and notes are kept, for their owner only. */
export const folderOf = ({ env }: Pick<Io, "env">): string => {
  const configured = env["XDG_CONFIG_HOME"]
  return join(configured === undefined || configured === "" ? join(homedir(), ".config") : configured, "fleet")
}

/** Small texts by name in one file of the folder. */
export class Notes {
  readonly #folder: string
  readonly #path: string

  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#path = join(folder, name)
  }

  async #all(): Promise<{ readonly [name: string]: string }> {
    try {
      return JSON.parse(await readFile(this.#path, "utf8")) as { readonly [name: string]: string }
    } catch {
      return {}
    }
  }

  async get(name: string): Promise<string | undefined> {
    return (await this.#all())[name]
  }

  /** Keeps a text, or without one forgets it. */
  async set(name: string, text: string | undefined): Promise<void> {
    const { [name]: _before, ...rest } = await this.#all()
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const fresh = `${this.#path}.${process.pid}`
    await writeFile(fresh, JSON.stringify(text === undefined ? rest : { ...rest, [name]: text }), { mode: 0o600 })
    await rename(fresh, this.#path)
  }
}
