/** A whole unmasked WebSocket binary frame, made once for every reader. */
export const binaryFrame = (payload: Uint8Array): Buffer => {
  const { length } = payload
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = 0x82
  if (header === 2) frame[1] = length
  else if (header === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.set(payload, header)
  return frame
}
