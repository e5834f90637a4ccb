import { JoinMessage, JoinedMessage, MediaClose } from "../media/MediaMessages.ts"
import { asyncApiDocument } from "./AsyncApi.ts"

/** Why the service closes the socket, by code. */
export const mediaCloses = {
  [MediaClose.sessionEnded]: "The viewer's own credential ended.",
  [MediaClose.noJoinInTime]: "No `join` within 10 s.",
  [MediaClose.readerTooSlow]: "A picture that was sent stayed without an ack for 10 s.",
  [MediaClose.liveEnded]: "The live session ended for any other reason, which is in the text.",
  [MediaClose.refused]: "A bad frame or join token.",
  [MediaClose.tooBig]: "A unit over 2 MiB.",
  [MediaClose.restarting]: "The service restarts."
}

const description = [
  "Live video, from a bridge to viewers. Each end sends `join` as its first frame, as text; every frame after `joined` is",
  "binary, big endian: u8 kind, u8 flags (bit 0 key, bit 1 more follows), u16 seq, u32 pts in ms, u64 capture time in µs of the",
  "robot's clock, payload. Kinds: 0 config (JSON: codec `avc1.…` or `mjpeg`, width, height, fps, avcc in base64 or null),",
  "1 picture (an H.264 access unit without B pictures, its NAL units length-prefixed, or a JPEG), 2 ack (seq received; payload",
  "u16 seq painted; viewers at least each 100 ms while pictures come), 3 end, 4 key wanted, 5 rate (u32 bit/s, to the",
  "publisher). Parts of a unit share its seq, which wraps. A viewer that is behind by more than 350 ms skips to the next key",
  "picture."
].join("\n")

/** The AsyncAPI document of /media. */
export const mediaDocument = (version: string) =>
  asyncApiDocument({
    title: "Robot Fleet Cloud: media",
    version,
    description,
    channel: "media",
    address: "/media",
    closeCodes: mediaCloses,
    receives: {
      messages: JoinMessage,
      frames: {
        join: {
          summary: "Prove which stream may be seen or published: the first frame within 10 s.",
          replies: ["joined"]
        }
      }
    },
    sends: { messages: JoinedMessage, frames: { joined: { summary: "The join is accepted; binary frames follow." } } }
  })
