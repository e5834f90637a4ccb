/** What the server's thread and the database's thread say to each other. Sessions are numbered by the server's thread. */
export type ToWorker =
  | { readonly kind: "open"; readonly session: number }
  | { readonly kind: "frames"; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: "close"; readonly session: number }
  | { readonly kind: "stop" }

export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "answer"; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: "ended"; readonly session: number; readonly message: string }
  | { readonly kind: "stopped" }

export interface WorkerInput {
  readonly folder: string
  /** One Int32: answer bytes sent by the database's thread and not yet taken by a reader. */
  readonly unread: SharedArrayBuffer
}

/** Above this many unread bytes the database's thread waits, so that a long result is never held in memory whole. */
export const unreadLimit = 4 * 1024 * 1024
