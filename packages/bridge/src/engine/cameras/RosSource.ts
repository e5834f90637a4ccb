import type { CameraSource } from "@fleet/domain/RobotConfig/Camera"
import { Deferred, Effect } from "effect"
import { RosGateway } from "../../ros/RosGateway.ts"
import { CameraFault } from "./CameraFault.ts"
import { encodedPicture, type OnPicture, type Picture } from "./Picture.ts"
import { rawPicture } from "./RawImage.ts"

type Ros = Extract<CameraSource, { readonly kind: "ros" }>

const compressedPicture = (message: unknown, capturedMs: number): Picture | string => {
  const data = typeof message === "object" && message !== null && "data" in message ? message.data : null
  const picture = data instanceof Uint8Array ? encodedPicture(data, capturedMs) : null
  return picture ?? "The message holds neither JPEG nor PNG."
}

const readers = {
  "sensor_msgs/msg/CompressedImage": compressedPicture,
  "sensor_msgs/msg/Image": rawPicture
} as const

/** Gives every image of a topic until one cannot be read. `wants` decides before a message is decoded. */
export const readRos = Effect.fnUntraced(function* (
  { topic, type }: Ros,
  onPicture: OnPicture,
  wants: (nowMs: number) => boolean
) {
  if (!Object.hasOwn(readers, type))
    return yield* new CameraFault({ code: "unsupported", message: `${type} is no image.` })
  const read = readers[type as keyof typeof readers]
  const gateway = yield* RosGateway
  const failed = yield* Deferred.make<never, CameraFault>()
  yield* gateway.subscribe(topic, type, (message, receivedAtMs) => {
    if (!wants(receivedAtMs)) return
    try {
      const picture = read(message.decode(), message.timestampMs)
      if (typeof picture !== "string") return onPicture(picture)
      Deferred.doneUnsafe(failed, Effect.fail(new CameraFault({ code: "unsupported", message: picture })))
    } catch (error) {
      Deferred.doneUnsafe(failed, Effect.die(error))
    }
  })
  return yield* Deferred.await(failed)
}, Effect.scoped)
