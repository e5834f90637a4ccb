/** A whole unmasked WebSocket text frame of less than 64 KiB. */
export const serverFrame = (text: string): Buffer => {
  const length = Buffer.byteLength(text)
  const header = length < 126 ? 2 : 4
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = 0x81
  frame[1] = length < 126 ? length : 126
  if (header === 4) frame.writeUInt16BE(length, 2)
  frame.write(text, header, "utf8")
  return frame
}
