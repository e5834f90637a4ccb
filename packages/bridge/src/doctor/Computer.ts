import { recorderDefaults } from "@fleet/domain/RobotConfig/Recorder"
import { Effect } from "effect"
import { access, constants, stat, statfs } from "node:fs/promises"
import { dirname } from "node:path"
import { type Finding, failed, ok, warning } from "./Check.ts"

const oldestNode = 20
const mebibyte = 1024 * 1024
const scarceBytes = 256 * mebibyte
const fullBytes = 16 * mebibyte

/** `version` as Node writes it: v24.1.0. */
export const checkNode = (version: string): Finding => {
  const major = Number(/^v?(\d+)/.exec(version)?.[1])
  return major >= oldestNode
    ? ok("node", `Node ${version}.`)
    : failed("node", `Node ${version} is too old.`, `Install Node ${oldestNode} or newer.`)
}

const modeOf = (mode: number) => (mode & 0o777).toString(8).padStart(4, "0")
const isOpenToOthers = (mode: number) => (mode & 0o077) !== 0

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

/** The nearest folder that is there: the one that would get the missing ones. */
const nearest = async (folder: string): Promise<string> => {
  try {
    await stat(folder)
    return folder
  } catch {
    return dirname(folder) === folder ? folder : nearest(dirname(folder))
  }
}

const stateFolder = async (folder: string): Promise<Finding> => {
  const there = await nearest(folder)
  const entry = await stat(there)
  if (!entry.isDirectory()) return failed("state", `${there} is not a folder.`, "Give another --state-dir.")
  try {
    await access(there, constants.W_OK | constants.X_OK)
  } catch {
    return failed("state", `${there} cannot be written by this user.`, "Change its owner, or give another --state-dir.")
  }
  if (there !== folder) return ok("state", `${folder} can be made.`)
  return isOpenToOthers(entry.mode)
    ? warning("state", `${folder} is open to other users (${modeOf(entry.mode)}).`, `Run: chmod 700 ${folder}`)
    : ok("state", `${folder} can be written.`)
}

/** The folder where running jobs are remembered. */
export const checkState = (folder: string): Effect.Effect<Finding> =>
  Effect.promise(() =>
    stateFolder(folder).catch((error) =>
      failed("state", `${folder} cannot be looked at: ${codeOf(error)}.`, "Give another --state-dir.")
    )
  )

/** Room on the disk of the state folder. */
export const checkDisk = (folder: string, look: typeof statfs = statfs): Effect.Effect<Finding> =>
  Effect.promise(async () => {
    try {
      const { bavail, bsize } = await look(await nearest(folder))
      const free = bavail * bsize
      const words = `${Math.floor(free / mebibyte)} MiB are free for ${folder}.`
      if (free < fullBytes) return failed("disk", words, "Jobs could not be remembered: make room.")
      return free < scarceBytes ? warning("disk", words, "Make room soon.") : ok("disk", words)
    } catch (error) {
      return warning("disk", `Free space is not known: ${codeOf(error)}.`, "Look at it by hand.")
    }
  })

/** What three recordings and the cut of a lost link take with the settings that a document has by default. */
const recordingsBytes = 4 * recorderDefaults.max_bytes

/** The folder where recordings wait: whether it can be written, and has room. */
export const checkRecordings = (folder: string, look: typeof statfs = statfs): Effect.Effect<Finding> =>
  Effect.promise(async () => {
    const advice = "Give another --recordings-dir."
    try {
      const there = await nearest(folder)
      if (!(await stat(there)).isDirectory()) return failed("recordings", `${there} is not a folder.`, advice)
      await access(there, constants.W_OK | constants.X_OK)
      const { bavail, bsize } = await look(there)
      const words = `${Math.floor((bavail * bsize) / mebibyte)} MiB are free for recordings in ${folder}.`
      if (bavail * bsize >= recordingsBytes) return ok("recordings", words)
      const wanted = Math.ceil(recordingsBytes / mebibyte)
      return warning("recordings", words, `A recorder may need ${wanted} MiB: make room, or give another folder.`)
    } catch (error) {
      return failed("recordings", `${folder} cannot be written: ${codeOf(error)}.`, advice)
    }
  })

/** The token's file is for this user alone. */
export const checkTokenFile = (file: string): Effect.Effect<Finding> =>
  Effect.promise(async () => {
    try {
      const { mode } = await stat(file)
      return isOpenToOthers(mode)
        ? warning("token file", `Other users can read ${file} (${modeOf(mode)}).`, `Run: chmod 600 ${file}`)
        : ok("token file", `Only its owner reads ${file}.`)
    } catch (error) {
      return failed("token file", `${file} cannot be read: ${codeOf(error)}.`, "Write the robot's token into it.")
    }
  })
