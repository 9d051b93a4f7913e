import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
  static final long TOLERANCE_SECONDS = 300;

  /** Whether a delivery may be acted on. */
  static boolean verify(byte[] body, Headers headers, String[] secrets) throws GeneralSecurityException {
    String id = Objects.toString(headers.getFirst("webhook-id"), "");
    String timestamp = Objects.toString(headers.getFirst("webhook-timestamp"), "");
    String[] signatures = Objects.toString(headers.getFirst("webhook-signature"), "").split(" ");
    boolean good = false;
    for (String secret : secrets) {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
      for (String signature : signatures) good |= MessageDigest.isEqual(signature.getBytes(), expected);
    }
    // Only what is signed is read.
    return good && Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) <= TOLERANCE_SECONDS;
  }

  public static void main(String[] args) throws Exception {
    String[] secrets = System.getenv("USHER_WEBHOOK_SECRETS").split(" ");
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/usher", exchange -> {
      try (exchange) {
        byte[] body = exchange.getRequestBody().readAllBytes();
        boolean good = verify(body, exchange.getRequestHeaders(), secrets);
        if (good) System.out.println(new String(body, StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(good ? 204 : 400, -1);
      } catch (GeneralSecurityException error) {
        throw new IllegalStateException(error);
      }
    });
    server.start();
  }
}
