import { FlvReader } from "@fleet/bridge/engine/cameras/FlvReader"
import { type H264Config, H264Stream } from "@fleet/bridge/engine/cameras/h264/H264Stream"
import { spawnSync } from "node:child_process"

/** Runs ffmpeg or ffprobe to its end; its standard output. Fails where it complains. */
export const run = (
  command: "ffmpeg" | "ffprobe",
  args: ReadonlyArray<string>,
  input: Uint8Array = Buffer.alloc(0)
) => {
  const { status, stderr, stdout } = spawnSync(command, ["-hide_banner", "-v", "error", ...args], {
    input,
    maxBuffer: 64 * 1024 * 1024
  })
  if (status !== 0 || stderr.length > 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
  return stdout
}

/** Some seconds of moving test pictures as H.264, by what ffmpeg is asked for. */
export const testVideo = (format: "flv" | "h264", options: ReadonlyArray<string>, size = "320x240", seconds = 3) => {
  const source = ["-f", "lavfi", "-i", `testsrc2=size=${size}:rate=10:duration=${seconds}`]
  return run("ffmpeg", [...source, "-pix_fmt", "yuv420p", "-c:v", "libx264", ...options, "-f", format, "-"])
}

export interface ReadVideo {
  readonly configs: ReadonlyArray<H264Config>
  readonly units: ReadonlyArray<{
    readonly data: Uint8Array
    readonly isKey: boolean
    readonly isB: boolean
    readonly ptsMs: number
  }>
}

/** What the bridge makes of an FLV. */
export const readFlv = (flv: Uint8Array): ReadVideo => {
  const configs: Array<H264Config> = []
  const units: Array<ReadVideo["units"][number]> = []
  const stream = new H264Stream({
    onConfig: (config) => configs.push(config),
    onUnit: (data, is, ptsMs) => units.push({ data, ...is, ptsMs })
  })
  const reader = new FlvReader({
    onConfig: (avcc) => stream.config(avcc),
    onUnit: (unit, isKey, ptsMs) => stream.unit(unit, isKey, ptsMs),
    onOther: () => {
      throw new Error("It is no H.264.")
    }
  })
  for (let at = 0; at < flv.length; at += 1000) reader.read(flv.subarray(at, at + 1000))
  return { configs, units }
}
