import { type AssetSyncStatus, maxAssetFailures, type UrdfFile } from "@fleet/domain/Assets"
import type { DateTime } from "effect"
import type { Progress } from "./ProgressPart.ts"
import type { SyncRow } from "./AssetSyncStore.ts"

/** The files that a URDF names and that are not stored; none without a URDF. */
export const missingOf = (
  urdf: { readonly uris: ReadonlyArray<UrdfFile> } | null,
  names: ReadonlyArray<string>
): ReadonlyArray<UrdfFile> => {
  const stored = new Set(names)
  return (urdf?.uris ?? []).filter(({ uri }) => !stored.has(uri))
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
  requested: row.requested + meshes.length,
  total: Math.max(row.total, row.requested + meshes.length),
  meshes: [...row.meshes, ...meshes]
})

/** A sync whose bridge has come to its end: one failure or missing file fails it. */
export const endedBy = (row: SyncRow, missing: number): SyncRow => {
  const reason = row.failed.length > 0 ? "files_failed" : missing > 0 ? "files_missing" : null
  return { ...row, state: reason === null ? "succeeded" : "failed", reason }
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
