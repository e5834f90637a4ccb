import type { Socket } from "node:net"

/** Node's object for one TCP connection, as far as it is used here. Numbers that are answered are errors; 0 is success. */
export interface TcpHandle {
  /** Whether Node believes that it reads. */
  reading: boolean
  /** Called once for each read, or with an error or the end; see `lastRead`. */
  onread: (this: TcpHandle, bytes: ArrayBuffer | undefined) => void
  /** Reads go into these bytes from now on. */
  readonly useUserBuffer: (bytes: Uint8Array) => void
  readonly readStart: () => number
  readonly readStop: () => number
  readonly writeBuffer: (request: WriteRequest, bytes: Uint8Array) => number
}

/** Stands for a write of which the kernel did not take all at once; it must not be used again before `oncomplete`. */
export interface WriteRequest {
  oncomplete?: (this: WriteRequest, status: number) => void
  /** Whose write it is. */
  owner?: { readonly written: (bytes: number, status: number) => void }
  /** Kept until then, since the kernel still reads them. */
  bytes?: Buffer
}

interface StreamBinding {
  readonly WriteWrap: new () => WriteRequest
  readonly streamBaseState: Int32Array
  readonly kReadBytesOrError: number
  readonly kLastWriteWasAsync: number
}

/** What Node's own streams are built on; null where this Node does not have it. */
const findBinding = (): StreamBinding | null => {
  try {
    const { binding } = process as unknown as { readonly binding: (name: string) => Partial<StreamBinding> }
    const found = binding.call(process, "stream_wrap")
    const has =
      typeof found.WriteWrap === "function" &&
      typeof found.kReadBytesOrError === "number" &&
      typeof found.kLastWriteWasAsync === "number" &&
      found.streamBaseState !== undefined
    return has ? (found as StreamBinding) : null
  } catch {
    return null
  }
}

const binding = findBinding()

/** The handle below a socket; null where it is not TCP, or cannot be used directly. */
export const tcpHandle = (socket: Socket): TcpHandle | null => {
  const { _handle: handle } = socket as unknown as { readonly _handle?: Partial<TcpHandle> | null }
  if (binding === null || handle === null || handle === undefined) return null
  const methods = [handle.useUserBuffer, handle.readStart, handle.readStop, handle.writeBuffer, handle.onread]
  const isTcp = handle.constructor.name === "TCP" && methods.every((method) => typeof method === "function")
  return isTcp ? (handle as TcpHandle) : null
}

export const newWriteRequest = (): WriteRequest => new binding!.WriteWrap()

/** What the last read of this process came to, within `onread`: bytes, or an error below 0. */
export const lastRead = (): number => binding!.streamBaseState[binding!.kReadBytesOrError]!

/** Whether bytes of the last write are left, so that its request is in use. */
export const lastWriteWaits = (): boolean => binding!.streamBaseState[binding!.kLastWriteWasAsync] !== 0
