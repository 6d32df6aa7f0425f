import { endsWithUs } from '#tests/support/ends-with-us.ts'
import { textOf } from '#tests/support/files.ts'
import { freePort } from '#tests/support/open-port.ts'
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { join } from 'node:path'

/** The name under which people open the venue. */
export const name = 'kontor.example'

type Answer = { status: number; headers: Readonly<Record<string, unknown>>; body: Buffer }
type Asked = { method?: string; headers?: Record<string, string>; body?: Buffer | string }

/** A pair of key and certificate as an authority would give it; nobody but this test trusts it. */
function certificate(folder: string) {
  const [key, cert] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const about = ['-days', '1', '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`]
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...about], { stdio: 'ignore' })
  return { key, cert, ca: readFileSync(cert) }
}
/** The shipped file with the ports and paths of this test; each of its places must be there. */
const confOf = (given: { plain: number; tls: number; to: string; key: string; cert: string }) =>
  [
    ['listen 80;', `listen 127.0.0.1:${given.plain};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${given.tls} ssl http2;`],
    ['/etc/ssl/kontor/fullchain.pem', given.cert],
    ['/etc/ssl/kontor/privkey.pem', given.key],
    ['http://127.0.0.1:8080', given.to],
  ].reduce((conf, [from = '', to = '']) => {
    if (!conf.includes(from)) throw new Error(`deploy/nginx.conf lacks ${from}`)
    return conf.replace(from, to)
  }, textOf('deploy/nginx.conf'))

/** nginx with the shipped file, on free ports, and a client that asks it over HTTP/2. */
export async function startProxy(folder: string, to: string) {
  const { ca, ...files } = certificate(folder)
  const [plain, tls] = [await freePort(), await freePort()]
  writeFileSync(join(folder, 'kontor.conf'), confOf({ ...files, plain, tls, to }))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder};`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} daemon off; pid ${folder}/pid; error_log stderr;
    events {} http { access_log off; ${temporary.join(' ')} include ${folder}/kontor.conf; }`,
  )
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')]
  execFileSync('nginx', [...args, '-t'], { stdio: 'pipe' })
  const child = spawn('nginx', args, { stdio: 'ignore', detached: true })
  const callOff = endsWithUs(child.pid)
  const stop = async () => {
    callOff()
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await gone
  }
  const ask = (path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> =>
    new Promise((done, fail) => {
      const session = connect(`https://127.0.0.1:${tls}`, { ca, servername: name }).on('error', fail)
      const stream = session.request({ ':path': path, ':method': method, ':authority': name, ...headers })
      const pieces: Buffer[] = []
      let head: Readonly<Record<string, unknown>> = {}
      stream.on('response', (given) => (head = { ...given }))
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('error', fail)
      stream.on('end', () => {
        session.close()
        done({ status: Number(head[':status']), headers: head, body: Buffer.concat(pieces) })
      })
      stream.end(body)
    })
  return { ca, cert: files.cert, plain, tls, ask, stop }
}
