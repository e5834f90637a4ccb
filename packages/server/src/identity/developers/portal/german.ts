import type { Texts } from "./english.ts"

/** The texts of the portal's pages in German. */
export const german: Texts = {
  brand: "Robot Fleet Cloud",
  email: "E-Mail-Adresse",
  code: "Sechsstelliger Code",
  newCode: "Neuen Code senden",
  newCodeIn: "Neuer Code in {time}",
  otherAddress: "Ändern",
  noMail: "Nach einer Minute noch nichts da? Sehen Sie im Spam-Ordner nach.",

  signIn: "Bei der Konsole anmelden",
  signInLead: "Ihre Roboter sind dort, wo Sie sie gelassen haben.",
  signInForProgram: "Anmelden, um zu entscheiden",
  signInForProgramLead: "Ein Programm möchte für Sie handeln. Sie sehen, was es möchte, bevor Sie es erlauben.",
  demo: "Dies ist eine Demo.",
  demoAccounts: "Ihre Konten",
  demoOutbox: "Der Code liegt in ihrem Postausgang",
  sendCode: "Weiter mit einem Code",
  withPasskey: "Passkey verwenden",
  newHere: "Neu hier?",
  found: "Organisation anlegen",
  known: "Schon ein Konto?",
  toSignIn: "Anmelden",

  checkMail: "Sehen Sie in Ihrem Postfach nach",
  codeMailed: "Wenn es zu dieser Adresse ein Konto gibt, ist ein Code unterwegs. Er gilt zehn Minuten.",
  codeSent: "Ein Code ist unterwegs. Er gilt zehn Minuten.",
  enter: "Weiter",
  codeDead: "Dieser Code gilt nicht mehr. Fordern Sie einen neuen an.",

  second: "Zweiter Faktor",
  secondLead: "Ein Schritt noch, der zeigt, dass Sie es sind.",
  account: "Ihr Konto",
  otherAccount: "Nicht Sie?",
  authenticatorCode: "Code aus Ihrer Authenticator-App",
  passkeySecond: "Passkey verwenden",
  passkeyNeedsScript:
    "Dieser Browser kann Ihren Passkey nicht verwenden: Er kennt keine Passkeys, oder JavaScript ist aus.",
  withRecovery: "Wiederherstellungscode verwenden",
  recovery: "Wiederherstellungscode",
  recoveryHint: "Einer der zehn, die Sie aufbewahrt haben, zum Beispiel abcde-fghij. Jeder gilt einmal.",
  otherFactor: "Anderen zweiten Faktor verwenden",

  setup: "Zweiten Faktor einrichten",
  setupWhy: "Ihre Organisation verlangt von allen einen zweiten Faktor. Das ist einmalig und dauert eine Minute.",
  setupTotp: "Authenticator-App verwenden",
  setupPasskey: "Passkey anlegen",
  passkeyName: "Name des Passkeys",
  passkeyNameHint: "Damit Sie ihn später erkennen, zum Beispiel „Laptop“.",
  scan: "Mit der Authenticator-App scannen",
  qr: "QR-Code des Schlüssels",
  typed: "Oder geben Sie diesen Schlüssel von Hand ein:",
  confirm: "Bestätigen",
  otherWay: "Anderen Weg wählen",

  codes: "Ihre Wiederherstellungscodes",
  codesWhy:
    "Falls Sie Ihren zweiten Faktor verlieren, können Sie sich mit jedem dieser Codes einmal anmelden. Sie werden nur jetzt angezeigt.",
  codesKept: "Ich habe sie gesichert, weiter",
  enrolled: "Ihr zweiter Faktor ist eingerichtet",
  enrolledWhy: "Weiter zur Konsole. Neue Wiederherstellungscodes gibt es in Ihrem Konto.",
  onward: "Weiter zur Konsole",

  signUp: "Organisation anlegen",
  signUpLead: "Wir senden Ihnen einen Code, und Sie sind dabei. Ohne Passwort, ohne Karte.",
  displayName: "Ihr Name (freiwillig)",
  organization: "Wie heißt Ihre Organisation?",
  orgName: "Name der Organisation",
  orgHint: "Ihr Team sieht ihn. Sie können ihn später ändern.",
  create: "Anlegen",
  emailTaken: "Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich stattdessen an.",
  hasAccount: "Sie haben schon ein Konto",
  hasAccountWhy: "Es wurde inzwischen mit dieser Adresse angelegt. Melden Sie sich damit an.",
  orgLocked:
    "Ihre Organisation ist gesperrt, bis eine Zahlung beglichen ist. Bis dahin können sich nur ihre Owner anmelden.",
  closed: "Die Registrierung ist geschlossen",
  closedWhy:
    "Wir nehmen neue Organisationen nach und nach auf. Hinterlassen Sie Ihre E-Mail-Adresse: Wir schreiben Ihnen, sobald Sie an der Reihe sind.",
  join: "Auf die Warteliste",
  listed: "Sie stehen auf der Warteliste",
  listedWhy: "Wir schreiben Ihnen, sobald Sie an der Reihe sind.",

  invited: (org) => `${org} beitreten`,
  invitedWhy: (isOwner) =>
    `Sie sind als ${isOwner ? "Owner" : "Developer"} eingeladen. Wenn Sie annehmen, wird Ihr Konto angelegt.`,
  accept: "Einladung annehmen",
  accepted: "Willkommen",
  acceptedWhy: "Ihr Konto ist angelegt. Melden Sie sich mit Ihrer E-Mail-Adresse an.",
  deadInvitation: "Diese Einladung gilt nicht mehr",
  deadInvitationWhy:
    "Sie wurde verwendet, ersetzt, zurückgezogen oder ist älter als sieben Tage. Wenn Sie sie schon angenommen haben, melden Sie sich mit Ihrer E-Mail-Adresse in der Konsole an; bitten Sie sonst um eine neue.",

  dead: "Diese Anmeldung ist beendet",
  deadWhy: "Sie wurde abgeschlossen, dauerte mehr als zehn Minuten, oder ein Code war zu oft falsch.",
  wrongBrowser: "Fahren Sie fort, wo Sie begonnen haben",
  wrongBrowserWhy: "Diese Anmeldung gehört zu einem anderen Browser, oder dieser speichert keine Cookies.",
  expired: "Diese Seite ist abgelaufen",
  expiredWhy:
    "Sie war zehn Minuten lang zu sehen, in dem Browser, der das Formular gesendet hat. War das gerade eben, speichert dieser Browser keine Cookies: Lassen Sie sie für diese Website zu.",
  refused: "Das hat nicht geklappt",
  badClient: "Dieser Link führt nicht zur Konsole",
  badClientWhy: "Die Adresse, zu der er zurückführen soll, ist hier nicht bekannt.",
  fromConsole: "Beginnen Sie in der Konsole von vorn.",
  fromProgram: "Beginnen Sie in dem Programm, das gefragt hat, von vorn.",
  unknown: "Hier ist keine Seite",
  unknownWhy:
    "Vielleicht ist die Adresse abgeschnitten: Kopieren Sie den ganzen Link, den Sie erhalten haben. Mitten in einer Anmeldung beginnen Sie diese von vorn.",
  toConsole: "Zur Konsole",

  passkeyRefused: "Dieser Passkey wurde nicht angenommen.",
  passkeyCancelled:
    "Das wurde abgebrochen oder dauerte zu lange. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.",
  passkeyExists: "Auf diesem Gerät gibt es schon einen Passkey von Ihnen.",
  passkeyFailed: "Der Passkey ließ sich nicht verwenden. Versuchen Sie es gleich noch einmal."
}
