import type { JointPositions, RobotModel } from "@fleet/sdk"
import { LoadingManager } from "three"
import URDFLoader from "urdf-loader"
import type { URDFRobot } from "urdf-loader/src/URDFClasses.js"

/** How much of the way that is left is gone in a second: about four fifths in a tenth of it. */
const eagerness = 16
const closeEnough = 1e-4

/** A pose on the floor: metres and radians. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly yaw: number
}

/** The turn to an angle that is the shorter way round. */
const turn = (from: number, to: number): number => Math.atan2(Math.sin(to - from), Math.cos(to - from))

/** A robot's body, which moves smoothly to where it was last said to be. */
export class Body {
  readonly object: URDFRobot
  private positions: JointPositions = {}
  private place: Place | null = null
  private at: Place | null = null

  /** `onLoaded` is called once all files of the model have come, or have failed. */
  constructor(model: RobotModel, onLoaded: (failed: ReadonlyArray<string>) => void) {
    const failed: Array<string> = []
    const manager = new LoadingManager()
    manager.setURLModifier(model.resolveUrl)
    manager.onError = (url) => failed.push(url)
    manager.onLoad = () => onLoaded(failed)
    const loader = new URDFLoader(manager)
    loader.packages = (name) => `package://${name}`
    const loadMesh = loader.loadMeshCb
    loader.loadMeshCb = (url, ...rest) => {
      if (model.missing.includes(url)) failed.push(url)
      else loadMesh(url, ...rest)
    }
    this.object = loader.parse(model.urdf)
    // Where it names no files, nothing is loaded.
    manager.itemStart(model.url)
    manager.itemEnd(model.url)
  }

  setPositions(positions: JointPositions): void {
    const isFirst = Object.keys(this.positions).length === 0
    this.positions = positions
    if (isFirst) this.object.setJointValues({ ...positions })
  }

  setPlace(place: Place): void {
    this.place = place
  }

  /** Moves on. How far it went on the floor, and whether there is more to go. */
  step(seconds: number): { readonly dx: number; readonly dy: number; readonly moves: boolean } {
    const share = 1 - Math.exp(-eagerness * seconds)
    let moves = false
    for (const [name, wanted] of Object.entries(this.positions)) {
      const current = Number(this.object.joints[name]?.angle ?? wanted)
      if (Math.abs(wanted - current) < closeEnough) continue
      moves = true
      this.object.setJointValue(name, current + (wanted - current) * share)
    }
    if (this.place === null) return { dx: 0, dy: 0, moves }
    const before = this.at ?? { x: 0, y: 0, yaw: 0 }
    const left = { x: this.place.x - before.x, y: this.place.y - before.y, yaw: turn(before.yaw, this.place.yaw) }
    const part = this.at === null ? 1 : share
    const [dx, dy] = [left.x * part, left.y * part]
    this.at = { x: before.x + dx, y: before.y + dy, yaw: before.yaw + left.yaw * part }
    this.object.position.set(this.at.x, this.at.y, 0)
    this.object.rotation.set(0, 0, this.at.yaw)
    const isFar = part < 1 && Math.max(Math.abs(left.x), Math.abs(left.y), Math.abs(left.yaw)) > closeEnough
    return { dx, dy, moves: moves || isFar }
  }
}
