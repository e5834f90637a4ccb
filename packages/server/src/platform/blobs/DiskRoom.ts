import { mkdir, statfs } from "node:fs/promises"

/** What is left free of a disk: a share of it, or so many bytes where that is less. Databases stand on it, too. */
const leftFree = { share: 0.05, bytes: 5_000_000_000 }

/** How many bytes a folder's disk has in all and free. */
export type Disk = (folder: string) => Promise<{ readonly size: number; readonly free: number }>

const diskOf: Disk = async (folder) => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { size: blocks * bsize, free: bavail * bsize }
}

/** Room on the disk for one file that is written. */
export interface Reserved {
  /** Bytes that are reserved and not on the disk yet. */
  readonly left: () => number
  /** Room for so many bytes more. Fails where they would fill the disk. */
  readonly extend: (bytes: number) => Promise<void>
  /** So many bytes of it are on the disk now. */
  readonly written: (bytes: number) => void
  /** Gives back what is left. May be called again. */
  readonly release: () => void
}

const refuseBeyond = (
  bytes: number,
  disk: { readonly free: number; readonly size: number; readonly taken: number }
) => {
  const { free, size, taken } = disk
  if (free - taken - bytes >= Math.min(size * leftFree.share, leftFree.bytes)) return
  throw new Error(
    `A file of ${bytes} bytes is not taken in: the disk of the files has only ${free} free, ${taken} of them promised.`
  )
}

/** The free room of a folder's disk, shared out among all that is written to it at a time. */
export class DiskRoom {
  /** Bytes that are promised and not on the disk yet. */
  private promised = 0
  /** Bytes that were promised before and are on the disk, since the start. */
  private arrived = 0
  private readonly folder: string
  private readonly disk: Disk

  constructor(folder: string, disk: Disk = diskOf) {
    this.folder = folder
    this.disk = disk
  }

  /**
   * Fails where a file of so many bytes would fill the disk now, whatever is promised to others: for small files that
   * replace one another. Makes the folder.
   */
  async fit(bytes: number): Promise<void> {
    const { free, size } = await this.asked()
    refuseBeyond(bytes, { free, size, taken: 0 })
  }

  /** Room for so many bytes of one file; makes the folder. Fails where they would fill the disk. */
  async reserve(bytes: number): Promise<Reserved> {
    await this.promise(bytes)
    let left = bytes
    const take = (some: number) => {
      left -= some
      this.promised -= some
    }
    return {
      left: () => left,
      extend: async (more) => {
        await this.promise(more)
        left += more
      },
      written: (some) => {
        take(Math.min(some, left))
        this.arrived += some
      },
      release: () => take(left)
    }
  }

  private async asked() {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    return this.disk(this.folder)
  }

  private async promise(bytes: number): Promise<void> {
    const arrivedBefore = this.arrived
    const { free, size } = await this.asked()
    // What has arrived since the disk was asked may be in its answer or not.
    const taken = this.promised + this.arrived - arrivedBefore
    refuseBeyond(bytes, { free, size, taken })
    this.promised += bytes
  }
}
