import { PGlite } from "@electric-sql/pglite"
import { answer } from "../support/Answers.ts"
import { memory } from "./memory.ts"

/** Node alone; asked for it, with PGlite on a folder, in a worker's place on the main thread. */
answer(
  {},
  {
    memory,
    open: async (folder: string) => {
      const database = await PGlite.create(folder)
      await database.query("SELECT count(*) FROM robots")
    }
  }
)
