import type { MessagePort } from "node:worker_threads"

/** What the server's thread and a database say to each other. Sessions are numbered by the server's thread. */
export type ToDatabase =
  | { readonly kind: "open"; readonly session: number }
  | { readonly kind: "frames"; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: "close"; readonly session: number }
  | { readonly kind: "stop" }

export type FromDatabase =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "answer"; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: "ended"; readonly session: number; readonly message: string }
  | { readonly kind: "stopped" }

/** Asks the databases' thread to open a folder; its messages go over the port. */
export interface OpenDatabase {
  readonly folder: string
  /** One Int32: answer bytes sent by the database and not yet taken by a reader. */
  readonly unread: SharedArrayBuffer
  readonly port: MessagePort
}

/** Above this many unread bytes the databases' thread waits, so that a long result is never held in memory whole. */
export const unreadLimit = 4 * 1024 * 1024
