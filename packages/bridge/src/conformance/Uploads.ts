import type { IncomingMessage, ServerResponse } from "node:http"

/** One file that a bridge uploaded: its headers, and how many bytes it really had. */
export interface Upload {
  readonly headers: IncomingMessage["headers"]
  readonly bytes: number
}

/** How an upload is answered. */
export interface UploadAnswer {
  readonly status: number
  readonly body: unknown
}

/** The name of a file as its headers tell it. */
export const nameOf = ({ headers }: Upload): string => {
  const encoded = headers["x-platform-asset-name-encoded"]
  return typeof encoded === "string" ? decodeURIComponent(encoded) : String(headers["x-platform-asset-name"] ?? "")
}

const stored = (upload: Upload): UploadAnswer => ({
  status: 201,
  body: {
    id: "22222222-3333-4444-8555-666666666666",
    robot_id: "11111111-2222-4333-8444-555555555555",
    kind: upload.headers["x-platform-asset-kind"] ?? "mesh",
    name: nameOf(upload),
    media_type: "application/octet-stream",
    size_bytes: upload.bytes,
    sha256: "0".repeat(64),
    created_at: "2026-01-01T00:00:00.000Z"
  }
})

/** Takes the files that bridges upload, and answers as a script says. */
export class Uploads {
  readonly taken: Array<Upload> = []
  /** Answers other than that the file is stored. */
  answer: (upload: Upload) => UploadAnswer | undefined = () => undefined
  #held: Array<() => void> | undefined

  /** Leaves uploads unanswered until `release`. */
  hold(): void {
    this.#held ??= []
  }

  release(): void {
    const held = this.#held
    this.#held = undefined
    for (const respond of held ?? []) respond()
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    let bytes = 0
    request.on("data", (chunk: Buffer) => (bytes += chunk.length))
    request.on("error", () => response.destroy())
    request.on("end", () => {
      if (request.method !== "POST") return response.writeHead(405).end()
      const upload = { headers: request.headers, bytes }
      this.taken.push(upload)
      const respond = () => {
        const { body, status } = this.answer(upload) ?? stored(upload)
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
      }
      if (this.#held === undefined) respond()
      else this.#held.push(respond)
    })
  }
}
