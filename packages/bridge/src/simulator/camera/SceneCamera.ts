import jpeg from "jpeg-js"
import type { ServerResponse } from "node:http"
import type { RosGraph } from "../ros/Graph.ts"
import { drawScene, type Seen, sceneSize } from "./Scene.ts"

export const cameraTopics = { raw: "/camera/image_raw", compressed: "/camera/image_raw/compressed" }
/** Pictures a second where nothing else is asked for, and at most. */
export const defaultCameraHz = 10
export const maxCameraHz = 50
const quality = 60
const boundary = "frame"

/** Who looks at a picture as JPEG, beside subscribers of the topic. */
export type Viewers = Set<ServerResponse>

/** The robot's camera: draws what it sees, as two topics and as MJPEG. It draws only for viewers. */
export const sceneCamera = (
  graph: RosGraph,
  seen: () => Seen,
  nowMs: () => number,
  isWatched: (topic: string) => boolean,
  viewers: Viewers
): (() => void) => {
  const raw = graph.topic(cameraTopics.raw, "sensor_msgs/msg/Image")
  const compressed = graph.topic(cameraTopics.compressed, "sensor_msgs/msg/CompressedImage")
  const { height, width } = sceneSize
  return () => {
    const isRaw = isWatched(cameraTopics.raw)
    const isCompressed = isWatched(cameraTopics.compressed)
    if (!isRaw && !isCompressed && viewers.size === 0) return
    const atMs = nowMs()
    const pixels = drawScene(seen(), atMs)
    const stamp = { sec: Math.floor(atMs / 1000), nanosec: (atMs % 1000) * 1_000_000 }
    const header = { stamp, frame_id: "camera" }
    if (isRaw) raw.publish({ header, height, width, encoding: "rgba8", is_bigendian: 0, step: width * 4, data: pixels })
    if (!isCompressed && viewers.size === 0) return
    const { data } = jpeg.encode({ data: pixels, width, height }, quality)
    if (isCompressed) compressed.publish({ header, format: "jpeg", data })
    const head = `--${boundary}\r\nContent-Type: image/jpeg\r\nContent-Length: ${data.length}\r\n\r\n`
    for (const viewer of viewers) {
      if (viewer.writableLength > data.length) continue
      viewer.write(head)
      viewer.write(data)
      viewer.write("\r\n")
    }
  }
}

/** Answers a request for the camera's pictures until it is closed. */
export const serveMjpeg = (viewers: Viewers, response: ServerResponse): void => {
  response.writeHead(200, {
    "content-type": `multipart/x-mixed-replace; boundary=${boundary}`,
    "cache-control": "no-store"
  })
  response.flushHeaders()
  viewers.add(response)
  response.once("close", () => viewers.delete(response))
}
