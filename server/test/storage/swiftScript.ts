/**
 * Runs the four servers of Swift in one process: three for the content, and a proxy with the interface of S3. It ends with its
 * standard input, so that it never outlives the tests.
 */
export const swiftScript = `
import json, os, sys
import eventlet
eventlet.monkey_patch()
from eventlet import tpool, wsgi
from swift.common import storage_policy, utils

settings = json.loads(sys.argv[1])
utils.set_swift_dir(settings['folder'])
storage_policy.reload_storage_policies()

from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

def write_ring(kind):
    device = {'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': settings['ports'][kind], 'device': 'disk', 'weight': 1}
    builder = RingBuilder(1, 1, 1)
    builder.add_dev(device)
    builder.rebalance()
    builder.get_ring().save(os.path.join(settings['folder'], kind + '.ring.gz'))

# Swift requires memcached, which this replaces.
class Cache(dict):
    def __bool__(self): return True
    def get(self, key, **options): return json.loads(dict.get(self, key, 'null'))
    def set(self, key, value, **options): self[key] = json.dumps(value)
    def delete(self, key, **options): self.pop(key, None)

cache = Cache()
log = open(os.path.join(settings['folder'], 'log'), 'a')

def serve(kind):
    server = loadapp(os.path.join(settings['folder'], kind + '.conf'))
    def app(environ, start_response):
        environ['swift.cache'] = cache
        return server(environ, start_response)
    socket = eventlet.listen(('127.0.0.1', settings['ports'][kind]))
    eventlet.spawn(wsgi.server, socket, app, log, protocol=SwiftHttpProtocol, capitalize_response_headers=False)

for kind in ('account', 'container', 'object'):
    write_ring(kind)
for kind in ('account', 'container', 'object', 'proxy'):
    serve(kind)
print('ready', flush=True)
tpool.execute(sys.stdin.read)
os._exit(0)
`
