import { readdir } from "node:fs/promises"

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT"

/** What is in a folder; nothing where it is not there, or no more. */
export const folderNames = (folder: string): Promise<ReadonlyArray<string>> =>
  readdir(folder).catch((error) => (isMissing(error) ? [] : Promise.reject(error)))
