import type { MediaClose } from "@fleet/domain/media/MediaMessages"
import { Clock, Context, Effect, Layer } from "effect"
import { hashSecretHex, mintSecret } from "../platform/crypto/Secrets.ts"
import { textFrame } from "../platform/websocket/TextFrame.ts"
import { everySync } from "../platform/schedule/every.ts"
import { MediaRoom, type RoomEvents } from "./MediaRoom.ts"
import type { MediaSocket, MediaSocketEvents } from "./MediaSocket.ts"
import { Publisher } from "./Publisher.ts"
import { Viewer, type ViewerEvents } from "./Viewer.ts"

/** How long a join token is good. */
export const joinWithinMs = 60_000
/** What all streams keep for viewers that join. */
const maxCachedBytes = 268_435_456

/** One seat of a viewer, before and after its socket has joined. */
export interface Seat {
  /** Opaque, and good once. */
  readonly token: string
  readonly expiresAtMs: number
  /** Closes its socket, or takes back its token. Nothing of `events` is called afterwards. */
  readonly end: (code: MediaClose, reason: string) => void
}

interface Ticket {
  readonly room: string
  readonly role: "viewer" | "publisher"
  readonly expiresAtMs: number
  readonly join: (socket: MediaSocket) => Viewer | Publisher
}

/**
 * The streams of this process: rooms, who may join them, and the relay between their sockets. It knows no robot and no
 * caller. A layer of another implementation may find a room's publisher in another process.
 */
export class MediaHub extends Context.Service<
  MediaHub,
  {
    /** `maxBitrate` of the publisher's rate, in bit/s. */
    readonly open: (room: string, maxBitrate: number, events: RoomEvents) => void
    /** Ends the room: its publisher's socket is closed, and no token of it is good. */
    readonly close: (room: string) => void
    /** A token for the publisher; the room's earlier one is good no more. */
    readonly publisherToken: (room: string) => string
    /** `onExpired` is called where the token was not used in time. */
    readonly seat: (room: string, events: ViewerEvents & { readonly onExpired: () => void }) => Seat
    readonly isPublished: (room: string) => boolean
    readonly join: MediaSocketEvents["join"]
    readonly closeAll: Effect.Effect<void>
    /** What is kept now. */
    readonly size: () => { readonly rooms: number; readonly tokens: number; readonly bytes: number }
  }
>()("@fleet/server/MediaHub") {
  static readonly layer = Layer.effect(
    MediaHub,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const now = () => clock.currentTimeMillisUnsafe()
      const rooms = new Map<string, MediaRoom>()
      /** By the hash of the token. */
      const tickets = new Map<string, Ticket & { readonly onExpired: () => void }>()

      const issue = (ticket: Omit<Ticket, "expiresAtMs"> & { readonly onExpired: () => void }) => {
        const token = mintSecret()
        const hash = hashSecretHex(token)
        const expiresAtMs = now() + joinWithinMs
        tickets.set(hash, { ...ticket, expiresAtMs })
        return { token, hash, expiresAtMs }
      }
      const cachedBytes = () => [...rooms.values()].reduce((bytes, { gop }) => bytes + gop.bytes, 0)

      /** The least watched streams lose their pictures first. */
      const boundCaches = () => {
        let bytes = cachedBytes()
        if (bytes <= maxCachedBytes) return
        for (const { gop } of [...rooms.values()].sort((a, b) => a.viewers.size - b.viewers.size)) {
          if (bytes <= maxCachedBytes) return
          bytes -= gop.bytes
          gop.clear()
        }
      }

      yield* everySync("250 millis", () => {
        const nowMs = now()
        for (const [hash, { expiresAtMs, onExpired }] of tickets) {
          // The rest is younger.
          if (nowMs < expiresAtMs) break
          tickets.delete(hash)
          onExpired()
        }
        for (const room of rooms.values()) room.tick(nowMs)
        boundCaches()
      })

      const dropTickets = (of: (ticket: Ticket) => boolean) => {
        for (const [hash, ticket] of tickets) if (of(ticket)) tickets.delete(hash)
      }

      return MediaHub.of({
        open: (room, maxBitrate, events) => void rooms.set(room, new MediaRoom(maxBitrate, events, now)),
        close: (room) => {
          dropTickets((ticket) => ticket.room === room)
          rooms.get(room)?.close()
          rooms.delete(room)
        },
        publisherToken: (room) => {
          dropTickets((ticket) => ticket.room === room && ticket.role === "publisher")
          const { token } = issue({
            room,
            role: "publisher",
            onExpired: () => {},
            join: (socket) => {
              const publisher = new Publisher(socket, rooms.get(room)!)
              rooms.get(room)!.publishFrom(publisher)
              return publisher
            }
          })
          return token
        },
        seat: (room, { onExpired, ...events }) => {
          let viewer: Viewer | null = null
          const { expiresAtMs, hash, token } = issue({
            room,
            role: "viewer",
            onExpired,
            join: (socket) => {
              const watched = rooms.get(room)!
              viewer = new Viewer(socket, events, watched)
              events.onJoined(now())
              watched.add(viewer)
              return viewer
            }
          })
          return {
            token,
            expiresAtMs,
            end: (code, reason) => {
              tickets.delete(hash)
              viewer?.end(code, reason)
            }
          }
        },
        isPublished: (room) => (rooms.get(room)?.publisher ?? null) !== null,
        join: (socket, { role, room, token }) => {
          const hash = hashSecretHex(token)
          const ticket = tickets.get(hash)
          if (ticket === undefined || ticket.room !== room || ticket.role !== role || now() >= ticket.expiresAtMs)
            return null
          tickets.delete(hash)
          socket.write(textFrame('{"type":"joined"}'))
          return ticket.join(socket)
        },
        closeAll: Effect.sync(() => {
          for (const room of rooms.values()) {
            for (const viewer of room.viewers) viewer.restarting()
            room.close()
          }
        }),
        size: () => ({ rooms: rooms.size, tokens: tickets.size, bytes: cachedBytes() })
      })
    })
  )
}
