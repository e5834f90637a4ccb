import { spawnSync } from "node:child_process"

/** Whether tests that encode video can run here. */
export const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0
