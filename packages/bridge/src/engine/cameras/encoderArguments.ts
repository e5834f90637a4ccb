import type { CameraSource } from "@fleet/domain/RobotConfig/Camera"
import type { FoundFfmpeg } from "./Ffmpeg.ts"

/** What an encoder is asked for. Bits and pictures a second are ceilings. */
export interface EncoderSettings {
  readonly width: number
  readonly height: number
  readonly fps: number
  readonly bitsPerSecond: number
}

/** Where ffmpeg reads, and what comes first on its standard input; null where pictures follow there. */
export interface Input {
  readonly arguments: ReadonlyArray<string>
  readonly text: string | null
}

const prompt = ["-fflags", "nobuffer", "-probesize", "32768", "-analyzeduration", "0"]

/**
 * Pictures that are written to ffmpeg's standard input as Matroska: each has its length and its time. Where several threads
 * decode, each holds one back.
 */
export const pictureInput: Input = {
  arguments: [...prompt, "-threads", "1", "-f", "matroska", "-i", "pipe:0"],
  text: null
}

type Device = Extract<CameraSource, { readonly kind: "rtsp" | "v4l2" }>

const rtspUrl = ({ credentials, url }: Extract<CameraSource, { readonly kind: "rtsp" }>) => {
  if (credentials === undefined) return url
  const { password, username } = credentials
  return url.replace(
    /^(rtsps?:\/\/)(?:[^@/]*@)?/i,
    `$1${encodeURIComponent(username)}:${encodeURIComponent(password)}@`
  )
}

/** An RTSP server describes what it sends before it sends: little is read to find out more. */
const analysis = "option fflags nobuffer\noption fpsprobesize 0\noption analyzeduration 500000\n"

/**
 * What ffmpeg opens itself. An RTSP address may hold a password, which everybody on this computer could read among the
 * arguments of a process: it comes on the standard input, as a list of one file.
 */
export const deviceInput = (source: Device): Input => {
  if (source.kind === "v4l2") return { arguments: [...prompt, "-f", "v4l2", "-i", source.device], text: null }
  const transport = source.transport ?? "tcp"
  const quoted = rtspUrl(source).replaceAll("'", "'\\''")
  return {
    arguments: [
      ...prompt,
      "-f",
      "concat",
      "-safe",
      "0",
      "-protocol_whitelist",
      "pipe,rtsp,rtsps,rtp,rtcp,srtp,tcp,udp,tls,crypto",
      "-i",
      "pipe:0"
    ],
    text: `ffconcat version 1.0\nfile '${quoted}'\noption rtsp_transport ${transport}\noption timeout 5000000\n${analysis}`
  }
}

/** Fits into the configured size; H.264 takes even sizes only. */
const fitted = ({ height, width }: Pick<EncoderSettings, "width" | "height">) =>
  `scale=${Math.max(2, width)}:${Math.max(2, height)}:force_original_aspect_ratio=decrease:force_divisible_by=2`

const output = ["-f", "flv", "-flvflags", "no_duration_filesize", "-flush_packets", "1", "pipe:1"]

/** Seconds between two key pictures. What follows one is kept for two seconds for who joins. */
const keyEveryS = 2

/** H.264 without B pictures, in FLV on the standard output: each picture leaves as soon as it is encoded. */
export const liveArguments = ({ encoder }: FoundFfmpeg, input: Input, settings: EncoderSettings, limitFps: boolean) => {
  const { bitsPerSecond, fps } = settings
  const filters = [...(limitFps ? [`fps=${fps}`] : []), fitted(settings), encoder.filter]
  return [
    ...encoder.global,
    ...input.arguments,
    "-an",
    "-vf",
    filters.join(","),
    // Written pictures keep their own times, to the millisecond: by them it is known which is which.
    ...(limitFps ? [] : ["-vsync", "passthrough", "-enc_time_base", "1:1000"]),
    "-c:v",
    encoder.name,
    ...encoder.options,
    "-bf",
    "0",
    // Key pictures by time, too: a source that is slower than its ceiling would have them more rarely.
    "-g",
    String(Math.max(1, Math.round(keyEveryS * fps))),
    "-force_key_frames",
    `expr:gte(t,n_forced*${keyEveryS})`,
    "-b:v",
    String(bitsPerSecond),
    "-maxrate",
    String(bitsPerSecond),
    "-bufsize",
    String(bitsPerSecond >> 1),
    ...output
  ]
}

/** The camera's own H.264, as it comes. */
export const passArguments = (input: Input) => [...input.arguments, "-an", "-c:v", "copy", ...output]

/** One JPEG on the standard output. */
export const stillArguments = (input: Input, size: Pick<EncoderSettings, "width" | "height">) => [
  ...input.arguments,
  "-an",
  "-vf",
  fitted(size),
  "-frames:v",
  "1",
  "-q:v",
  "5",
  "-c:v",
  "mjpeg",
  "-f",
  "image2pipe",
  "pipe:1"
]
