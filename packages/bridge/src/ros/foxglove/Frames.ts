/** Binary frames of the Foxglove WebSocket protocol, both directions. All integers are little-endian. */

export type ServerFrame =
  | { readonly kind: "message"; readonly subscriptionId: number; readonly timeNs: bigint; readonly payload: Uint8Array }
  | { readonly kind: "time"; readonly timeNs: bigint }
  | ({ readonly kind: "service_response" } & ServicePayload)
  | {
      readonly kind: "asset"
      readonly requestId: number
      readonly ok: boolean
      readonly error: string
      readonly payload: Uint8Array
    }

export type ClientFrame =
  | { readonly kind: "message"; readonly channelId: number; readonly payload: Uint8Array }
  | ({ readonly kind: "service_request" } & ServicePayload)

interface ServicePayload {
  readonly serviceId: number
  readonly callId: number
  readonly encoding: string
  readonly payload: Uint8Array
}

const opcode = { message: 1, time: 2, serviceResponse: 3, asset: 4, serviceRequest: 2 } as const

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** Reads fields in order; undefined once the bytes run out. */
const readText = (view: DataView, at: number): { readonly text: string; readonly end: number } | undefined => {
  if (view.byteLength < at + 4) return undefined
  const end = at + 4 + view.getUint32(at, true)
  if (view.byteLength < end) return undefined
  return { text: decoder.decode(new Uint8Array(view.buffer, view.byteOffset + at + 4, end - at - 4)), end }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const readService = (bytes: Uint8Array, view: DataView): ServicePayload | undefined => {
  const encoding = readText(view, 9)
  if (encoding === undefined) return undefined
  return {
    serviceId: view.getUint32(1, true),
    callId: view.getUint32(5, true),
    encoding: encoding.text,
    payload: bytes.subarray(encoding.end)
  }
}

const readAsset = (bytes: Uint8Array, view: DataView): ServerFrame | undefined => {
  const error = readText(view, 6)
  if (error === undefined) return undefined
  return {
    kind: "asset",
    requestId: view.getUint32(1, true),
    ok: view.getUint8(5) === 0,
    error: error.text,
    payload: bytes.subarray(error.end)
  }
}

/** A frame from a server, or undefined when the opcode is unknown or the frame too short. Payloads are views. */
export const decodeServerFrame = (bytes: Uint8Array): ServerFrame | undefined => {
  const view = viewOf(bytes)
  switch (bytes[0]) {
    case opcode.message:
      if (bytes.length < 13) return undefined
      return {
        kind: "message",
        subscriptionId: view.getUint32(1, true),
        timeNs: view.getBigUint64(5, true),
        payload: bytes.subarray(13)
      }
    case opcode.time:
      return bytes.length < 9 ? undefined : { kind: "time", timeNs: view.getBigUint64(1, true) }
    case opcode.serviceResponse: {
      const response = readService(bytes, view)
      return response === undefined ? undefined : { kind: "service_response", ...response }
    }
    case opcode.asset:
      return readAsset(bytes, view)
    default:
      return undefined
  }
}

/** A frame from a client, or undefined when the opcode is unknown or the frame too short. Payloads are views. */
export const decodeClientFrame = (bytes: Uint8Array): ClientFrame | undefined => {
  const view = viewOf(bytes)
  switch (bytes[0]) {
    case opcode.message:
      if (bytes.length < 5) return undefined
      return { kind: "message", channelId: view.getUint32(1, true), payload: bytes.subarray(5) }
    case opcode.serviceRequest: {
      const request = readService(bytes, view)
      return request === undefined ? undefined : { kind: "service_request", ...request }
    }
    default:
      return undefined
  }
}

/** A frame of `head` bytes before the parts, with its opcode set. */
const frame = (code: number, head: number, ...parts: ReadonlyArray<Uint8Array>) => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, head))
  bytes[0] = code
  let at = head
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return { bytes, view: viewOf(bytes) }
}

const serviceFrame = (code: number, { serviceId, callId, encoding, payload }: ServicePayload): Uint8Array => {
  const name = encoder.encode(encoding)
  const { bytes, view } = frame(code, 13, name, payload)
  view.setUint32(1, serviceId, true)
  view.setUint32(5, callId, true)
  view.setUint32(9, name.length, true)
  return bytes
}

export const encodeServerFrame = (message: ServerFrame): Uint8Array => {
  switch (message.kind) {
    case "message": {
      const { bytes, view } = frame(opcode.message, 13, message.payload)
      view.setUint32(1, message.subscriptionId, true)
      view.setBigUint64(5, message.timeNs, true)
      return bytes
    }
    case "time": {
      const { bytes, view } = frame(opcode.time, 9)
      view.setBigUint64(1, message.timeNs, true)
      return bytes
    }
    case "service_response":
      return serviceFrame(opcode.serviceResponse, message)
    case "asset": {
      const error = encoder.encode(message.error)
      const { bytes, view } = frame(opcode.asset, 10, error, message.payload)
      view.setUint32(1, message.requestId, true)
      view.setUint8(5, message.ok ? 0 : 1)
      view.setUint32(6, error.length, true)
      return bytes
    }
  }
}

export const encodeClientFrame = (message: ClientFrame): Uint8Array => {
  if (message.kind === "service_request") return serviceFrame(opcode.serviceRequest, message)
  const { bytes, view } = frame(opcode.message, 5, message.payload)
  view.setUint32(1, message.channelId, true)
  return bytes
}
