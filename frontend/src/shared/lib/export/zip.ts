export interface ZippedFile {
  /** File name in the archive, in any script. */
  readonly name: string
  readonly text: string
}

/** Date of all entries: the earliest that the format supports. */
const DOS_DATE = 0x0021
const UTF8_NAMES = 0x0800
const VERSION = 20

/** Writes texts as an uncompressed ZIP archive. Limits: 65,535 files and 4 GiB. */
export function zip(files: readonly ZippedFile[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const file of files) {
    const [name, data] = [encoder.encode(file.name), encoder.encode(file.text)]
    // Fields shared by the local header and the directory entry.
    const facts = [
      ...two(VERSION, UTF8_NAMES, 0, 0, DOS_DATE),
      ...four(crc32(data), data.length, data.length),
      ...two(name.length, 0),
    ]
    const header = Uint8Array.from([...four(0x04034b50), ...facts])
    directory.push(
      Uint8Array.from([...four(0x02014b50), ...two(VERSION), ...facts, ...two(0, 0, 0), ...four(0, offset)]),
      name,
    )
    parts.push(header, name, data)
    offset += header.length + name.length + data.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const { length } = files
  const end = [...four(0x06054b50), ...two(0, 0, length, length), ...four(size, offset), ...two(0)]
  return joined([...parts, ...directory, Uint8Array.from(end)])
}

function two(...values: number[]): number[] {
  return values.flatMap((value) => [value & 0xff, (value >>> 8) & 0xff])
}

function four(...values: number[]): number[] {
  return values.flatMap((value) => two(value & 0xffff, value >>> 16))
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32 as used by ZIP. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
