import { PGlite } from "@electric-sql/pglite"
import { EmscriptenBuiltinFilesystem } from "@electric-sql/pglite/basefs"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Files in the memory of PGlite, which begin as a copy of a folder. Nothing of them reaches the disk. */
export class MemoryFolder extends EmscriptenBuiltinFilesystem {
  private readonly folder: string

  constructor(folder: string) {
    super()
    this.folder = folder
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module
    const copy = (from: string, to: string) => {
      FS.mkdirTree(to, 0o700)
      for (const entry of readdirSync(from, { withFileTypes: true })) {
        const [source, target] = [join(from, entry.name), `${to}/${entry.name}`]
        if (entry.isDirectory()) copy(source, target)
        else FS.writeFile(target, readFileSync(source))
      }
    }
    copy(this.folder, PGlite.paths.PGDATA)
  }
}
