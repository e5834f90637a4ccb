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
  /** So many bytes of it are on the disk now. */
  readonly written: (bytes: number) => void
  /** Gives back what is left. May be called again. */
  readonly release: () => void
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

  /** Room for so many bytes more; makes the folder. Fails where they would fill the disk. */
  async reserve(bytes: number): Promise<Reserved> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const arrivedBefore = this.arrived
    const { free, size } = await this.disk(this.folder)
    // What has arrived since the disk was asked may be in its answer or not.
    const taken = this.promised + this.arrived - arrivedBefore
    if (free - taken - bytes < Math.min(size * leftFree.share, leftFree.bytes)) {
      throw new Error(
        `A file of ${bytes} bytes is not taken in: the disk of the files has only ${free} free, ${taken} of them promised.`
      )
    }
    this.promised += bytes
    let left = bytes
    const take = (some: number) => {
      left -= some
      this.promised -= some
    }
    return {
      written: (some) => {
        take(Math.min(some, left))
        this.arrived += some
      },
      release: () => take(left)
    }
  }
}
