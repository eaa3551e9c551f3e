import Foundation
import TestSupport

/// A desktop session with a notification daemon that writes down what it is told, and clicks when a test does.
final class NotificationDaemon {
  private let world: World
  private let session: RunningProgram

  /// Python with jeepney, which `.ci/need test` installs.
  private static let script = """
    import os, sys, time
    from jeepney import DBusAddress, MessageType, message_bus
    from jeepney import new_error, new_method_return, new_signal
    from jeepney.io.blocking import open_dbus_connection

    folder = sys.argv[1]
    name = 'org.freedesktop.Notifications'
    bus = open_dbus_connection('SESSION')
    bus.send_and_get_reply(message_bus.RequestName(name))
    address = DBusAddress('/org/freedesktop/Notifications', bus_name=name, interface=name)
    count = 0

    def log(*words):
        with open(folder + '/desktop', 'a') as file:
            file.write('|'.join(str(word) for word in words).replace('\\n', '; ') + '\\n')

    with open(folder + '/bus.new', 'w') as file:
        file.write(os.environ['DBUS_SESSION_BUS_ADDRESS'])
    os.rename(folder + '/bus.new', folder + '/bus')
    while not os.path.exists(folder + '/end'):
        try:
            message = bus.receive(timeout=0.05)
        except TimeoutError:
            if os.path.exists(folder + '/click'):
                number, button = open(folder + '/click').read().split()
                os.remove(folder + '/click')
                bus.send(new_signal(address, 'ActionInvoked', 'us', (int(number), button)))
                bus.send(new_signal(address, 'NotificationClosed', 'uu', (int(number), 2)))
            continue
        member = message.header.fields.get(3)
        if member == 'Notify':
            app, old, icon, title, body, actions, hints, expiry = message.body
            count += old == 0
            number = old or count
            log('notify', number, title, body, ','.join(actions), hints.get('urgency', ('', ''))[1])
            bus.send(new_method_return(message, 'u', (number,)))
        elif member == 'CloseNotification':
            log('close', message.body[0])
            bus.send(new_method_return(message))
            bus.send(new_signal(address, 'NotificationClosed', 'uu', (message.body[0], 3)))
        elif member == 'GetCapabilities':
            bus.send(new_method_return(message, 'as', (['actions', 'body', 'body-markup'],)))
        elif member == 'GetServerInformation':
            bus.send(new_method_return(message, 'ssss', ('test', 'test', '1', '1.2')))
        elif message.header.message_type == MessageType.method_call:
            # gdbus asks for an introspection first, and waits for the answer.
            bus.send(new_error(message, 'org.freedesktop.DBus.Error.UnknownMethod'))
    """

  /// Starts the session; programs that the world runs from now on are in it.
  init(in world: World) throws {
    self.world = world
    try world.write(NotificationDaemon.script, to: "daemon.py")
    session = try world.start(
      "dbus-run-session", ["--", "/usr/bin/python3", world.path("daemon.py"), world.folder])
    try NotificationDaemon.wait("no session") { (try? world.read("bus")) != nil }
    world.environment["DBUS_SESSION_BUS_ADDRESS"] = try world.read("bus")
  }

  deinit {
    try? world.write("", to: "end")
    session.waitUntilExit()
  }

  /// What the daemon was told, a line each: `notify|NUMBER|TITLE|BODY|ACTIONS|URGENCY`, `close|NUMBER`.
  var told: [String] {
    ((try? world.read("desktop")) ?? "").split(separator: "\n").map(String.init)
  }

  func click(_ button: String, on number: Int) throws {
    try world.write("\(number) \(button)", to: "click.new")
    rename(world.path("click.new"), world.path("click"))
  }

  static func wait(_ failure: String, _ condition: () throws -> Bool) throws {
    for _ in 0..<400 {
      if try condition() { return }
      usleep(50_000)
    }
    throw Hub.Failure(description: failure)
  }
}
