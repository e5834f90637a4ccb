import {
  type AssetFailure,
  type AssetSyncStatus,
  maxAssetFailures,
  type UrdfFile,
  urdfName
} from "@fleet/domain/Assets"
import { foldedUri } from "@fleet/domain/assets/assetNames"
import type { DateTime } from "effect"
import type { Progress } from "./ProgressPart.ts"
import type { SyncRow } from "./AssetSyncStore.ts"

/** The files that a URDF names and that are not stored, however it spells them; none without a URDF. */
export const missingOf = (
  urdf: { readonly uris: ReadonlyArray<UrdfFile> } | null,
  names: ReadonlyArray<string>
): ReadonlyArray<UrdfFile> => {
  const stored = new Set(names)
  return (urdf?.uris ?? []).filter(({ uri }) => !stored.has(foldedUri(uri) ?? uri))
}

/** A running sync after a report of its bridge. */
export const progressed = (row: SyncRow, progress: Progress, updated_at: DateTime.Utc): SyncRow =>
  progress.state === "refused_busy"
    ? { ...row, state: "failed", reason: "refused_busy", updated_at }
    : { ...row, done: progress.done, total: progress.total, failed: progress.failed, updated_at }

/** A sync whose bridge has been asked for files that the URDF names besides. */
export const withSecondRound = (row: SyncRow, meshes: ReadonlyArray<string>): SyncRow => ({
  ...row,
  round: 2,
  first_end: { done: row.done, total: row.total, failed: row.failed, stored: row.stored },
  requested: row.requested + meshes.length,
  total: Math.max(row.total, row.requested + meshes.length),
  meshes: [...row.meshes, ...meshes]
})

/** Whether a report says again what ended the first round, and no file has come since. */
export const isRepeated = ({ first_end, stored }: SyncRow, { done, failed, total }: Progress): boolean =>
  first_end !== null &&
  first_end.stored === stored &&
  first_end.done === done &&
  first_end.total === total &&
  first_end.failed.length === failed.length &&
  first_end.failed.every(({ reference }, at) => reference === failed[at]!.reference)

/** The failures, with why the cloud refused the URDF, whether the bridge says so or not. */
const failuresOf = ({ failed, urdf_refusal }: SyncRow): ReadonlyArray<AssetFailure> => {
  if (urdf_refusal === null) return failed
  const known = failed.find(({ reference }) => reference === urdfName)
  const refused: AssetFailure = { ...(known ?? { reference: urdfName, kind: "refused" }), message: urdf_refusal }
  return [refused, ...failed.filter((failure) => failure !== known)]
}

/** A sync that `finished` ends: one failure or missing file fails it. What is `unavailable` does not. */
export const endedBy = (row: SyncRow, missing: number): SyncRow => {
  const failed = failuresOf(row)
  const failing = failed.filter(({ kind }) => kind !== "unavailable")
  const first = failing.find(({ message }) => message !== undefined)
  const words =
    first === undefined ? "" : `: ${first.reference}: ${first.message}`.replaceAll("\0", "\ufffd").toWellFormed()
  const reason = failing.length > 0 ? `files_failed${words}` : missing > 0 ? "files_missing" : null
  return { ...row, failed, state: reason === null ? "succeeded" : "failed", reason }
}

export const statusOf = (row: SyncRow): AssetSyncStatus => ({
  sync_id: row.id,
  robot_id: row.robot_id,
  state: row.state,
  done: row.done,
  total: row.total,
  stored: row.state === "running" ? null : row.stored,
  announced: row.requested,
  failed: row.failed.slice(0, maxAssetFailures),
  reason: row.reason,
  started_at: row.started_at,
  updated_at: row.updated_at
})
