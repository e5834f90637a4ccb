import { Effect } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { createSocket } from "node:dgram"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { hasFfmpeg } from "./hasFfmpeg.ts"

const python = "/usr/bin/python3"
const script = join(import.meta.dirname, "rtspServer.py")
const wanted = 'import gi; gi.require_version("GstRtspServer", "1.0"); from gi.repository import GstRtspServer'

/** Why there is no RTSP server for tests here; null where there is one. */
export const noRtspServer = !hasFfmpeg
  ? "ffmpeg is missing"
  : spawnSync(python, ["-c", wanted]).status === 0
    ? null
    : "GStreamer's RTSP server is missing: apt install gir1.2-gst-rtsp-server-1.0 python3-gi gstreamer1.0-plugins-good"

/** A program ends with this process, also where nothing closes its scope. */
const endingWithUs = (child: ChildProcess) => {
  process.once("exit", () => child.kill("SIGKILL"))
  return child
}

const stopped = (child: ChildProcess) => Effect.sync(() => void child.kill("SIGKILL"))

const freeUdpPort = Effect.callback<number>((resume) => {
  const socket = createSocket("udp4").bind(0, "127.0.0.1", () => {
    const { port } = socket.address()
    socket.close(() => resume(Effect.succeed(port)))
  })
})

/** A camera of this computer that speaks RTSP: test pictures, encoded as the options say. Answers with its address. */
export const anRtspCamera = Effect.fnUntraced(function* (
  options: ReadonlyArray<string>,
  credentials?: { readonly username: string; readonly password: string }
) {
  const rtp = yield* freeUdpPort
  const source = ["-re", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=10", "-pix_fmt", "yuv420p"]
  const output = ["-x264-params", "repeat-headers=1", "-f", "rtp", `rtp://127.0.0.1:${rtp}`]
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      endingWithUs(
        spawn("ffmpeg", ["-v", "error", ...source, "-c:v", "libx264", ...options, ...output], { stdio: "ignore" })
      )
    ),
    stopped
  )
  const { password: RTSP_PASSWORD, username: RTSP_USER } = credentials ?? {}
  const env = { ...process.env, ...(credentials === undefined ? {} : { RTSP_USER, RTSP_PASSWORD }) }
  const server = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(python, [script, String(rtp)], { env, stdio: ["ignore", "pipe", "inherit"] })),
    stopped
  )
  endingWithUs(server)
  const port = yield* Effect.callback<string>((resume) => {
    createInterface({ input: server.stdout }).once("line", (line) => resume(Effect.succeed(line)))
  })
  return `rtsp://127.0.0.1:${port}/live`
})
