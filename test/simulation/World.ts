import type { PGlite } from "@electric-sql/pglite"
import { password } from "../support/people.ts"
import { BridgeActor } from "./actors/BridgeActor.ts"
import { Cloud } from "./actors/Cloud.ts"
import { Operator } from "./actors/Operator.ts"
import { UserActor } from "./actors/UserActor.ts"
import { Window } from "./actors/Window.ts"
import { Observer } from "./checks/Observer.ts"
import { Register } from "./checks/Register.ts"
import { SimDatabase } from "./database/SimDatabase.ts"
import { install } from "./kernel/globals.ts"
import { Kernel } from "./kernel/Kernel.ts"
import { SimChild } from "./kernel/SimChild.ts"
import { type Connection, SimNet } from "./net/SimNet.ts"
import { everything, type Population } from "./population.ts"

/** A role and what it grants of each robot, as a text that is the same for the same grants. */
export interface SimRole {
  readonly id: string
  readonly name: string
  readonly exists: Register<boolean>
  /** `robot/slug`, in order. */
  readonly grants: Register<ReadonlyArray<string>>
}

export interface SimUser {
  readonly actor: UserActor
  readonly role: Register<string>
  readonly status: Register<"active" | "blocked" | "deleted">
}

export interface SimRobotEntry {
  readonly id: string
  readonly actor: BridgeActor
  readonly exists: Register<boolean>
  readonly name: Register<string>
  readonly version: Register<number>
  readonly token: Register<string>
}

/** The server key of the app, whose secret is replaced now and then. */
export interface SimKey {
  id: string
  readonly secret: Register<string>
}

/** A whole world: a service on its database, robots with their bridges, app users and an operator. */
export class World {
  readonly kernel: Kernel
  readonly net: SimNet
  readonly database: SimDatabase
  readonly pglite: PGlite
  readonly cloud: Cloud
  readonly observer: Observer
  operator!: Operator
  robots: ReadonlyArray<SimRobotEntry> = []
  users: ReadonlyArray<SimUser> = []
  roles: ReadonlyArray<SimRole> = []
  appId = ""
  appExists!: Register<boolean>
  key!: SimKey
  /** A server key's and a person's second window. */
  windows: ReadonlyArray<Window> = []
  /** Shows credentials that should open nothing any more. */
  prober!: Window
  orgId = ""
  private readonly undo: () => void
  private readonly listeners = process.stdin.listeners("end")

  constructor(seed: number, pglite: PGlite, keepsTrace: boolean) {
    this.kernel = new Kernel(seed, keepsTrace)
    this.net = new SimNet(this.kernel)
    this.pglite = pglite
    this.database = new SimDatabase(this.kernel, pglite)
    this.cloud = new Cloud(this.kernel, this.net, this.database)
    this.observer = new Observer(this.kernel)
    this.net.onDial = (connection) => this.listenIn(connection)
    this.undo = install(this.kernel, {
      connect: (process, host) => this.net.dial(process, host),
      fork: (process, program) => new SimChild(this.kernel, process, program)
    })
  }

  /** Starts the service, which knows these people and robots. */
  async begin(made: Population): Promise<void> {
    const { kernel } = this
    await this.cloud.start()
    this.orgId = made.orgId
    this.appId = made.app.id
    this.appExists = new Register(kernel, true)
    this.key = { id: made.key.id, secret: new Register(kernel, made.key.secret) }
    this.operator = new Operator(kernel, this.net, made.token)
    const slugs = made.robots.flatMap(({ id }) => everything.map((slug) => `${id}/${slug}`))
    this.roles = made.roles.map(({ id, name }) => ({
      id,
      name,
      exists: new Register(kernel, true),
      grants: new Register(kernel, slugs.toSorted())
    }))
    this.robots = made.robots.map(({ id, name, token }) => ({
      id,
      actor: new BridgeActor(kernel, this.net, name, token),
      exists: new Register(kernel, true),
      name: new Register(kernel, name),
      version: new Register(kernel, 1),
      token: new Register(kernel, token)
    }))
    this.users = made.users.map(({ email, id, role }, index) => ({
      actor: new UserActor(
        kernel,
        this.net,
        { id, name: `user${index}`, email, password, app: made.app.identifier },
        (index + 1) * 100_000
      ),
      role: new Register(kernel, role),
      status: new Register<"active" | "blocked" | "deleted">(kernel, "active")
    }))
    for (const { actor } of this.users) actor.onCancelled = (jobId, step) => this.observer.cancelled(jobId, step)
    this.prober = new Window(kernel, this.net, "prober")
    this.windows = [new Window(kernel, this.net, "backend"), new Window(kernel, this.net, "window")]
  }

  /** Puts the computer's own functions back. Killed services have left listeners on this program's input. */
  end(): void {
    this.undo()
    for (const listener of process.stdin.listeners("end"))
      if (!this.listeners.includes(listener)) process.stdin.off("end", listener as () => void)
  }

  /** Whether the app may be told of a robot, as far as answers to the operator tell. */
  hasRobot(robotId: string): boolean {
    return this.appExists.mayBe(true) && this.robots.some(({ exists, id }) => id === robotId && exists.mayBe(true))
  }

  /** Whether an app user may be sent something of a slug, as far as answers to the operator tell. */
  mayHear({ role, status }: SimUser, robotId: string, slug: string): boolean {
    if (!status.mayBe("active") || !this.hasRobot(robotId)) return false
    return this.roles.some(
      ({ grants, id }) => role.mayBe(id) && grants.possible.some((all) => all.includes(`${robotId}/${slug}`))
    )
  }

  private listenIn(connection: Connection): void {
    const { process } = connection.client
    const user = this.users.find(({ actor }) => actor.process === process)
    if (user !== undefined)
      return this.observer.reader(connection, {
        name: process.name,
        mayHear: (robotId, slug) => this.mayHear(user, robotId, slug)
      })
    const window = this.windows.find((each) => each.process === process)
    if (window !== undefined) {
      const { audience } = window
      const mayHear = (robotId: string, slug: string) => audience.mayHear(robotId, slug)
      return this.observer.reader(connection, { name: process.name, mayHear })
    }
    const robot = this.robots.find(({ actor }) => actor.process === process)
    if (robot === undefined) return
    const { token } = robot.actor
    const mayServe = () => robot.exists.mayBe(true) && (robot.token.mayBe(token) || robot.token.mayBe("unknown"))
    const unsent = (slug: string) => this.cloud.unsent(robot.id, slug)
    this.observer.bridge(connection, { name: process.name, robotId: robot.id, mayServe, unsent })
  }
}
