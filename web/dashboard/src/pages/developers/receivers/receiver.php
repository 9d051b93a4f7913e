<?php
/** The event of a delivery; UnexpectedValueException for one that must not be acted on. */
function usher_verify(string $body, array $server, array $secrets, int $tolerance = 300): array
{
    $id = $server['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $signatures = explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    $good = false;
    foreach ($secrets as $secret) {
        $key = base64_decode(substr($secret, strlen('whsec_')), true);
        if ($key === false || $key === '') {
            throw new LogicException('a webhook secret is whsec_ and base64');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach ($signatures as $signature) {
            $good = hash_equals($expected, $signature) || $good;
        }
    }
    if (!$good) {
        throw new UnexpectedValueException('no signature matches');
    }
    if (abs(time() - (int) $timestamp) > $tolerance) {
        throw new UnexpectedValueException('the timestamp is too old or too new');
    }
    return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
}

$secrets = preg_split('/ /', (string) getenv('USHER_WEBHOOK_SECRETS'), flags: PREG_SPLIT_NO_EMPTY);
try {
    $event = usher_verify(file_get_contents('php://input'), $_SERVER, $secrets);
    error_log($_SERVER['HTTP_WEBHOOK_ID'] . ' ' . $event['event']);
    http_response_code(204);
} catch (UnexpectedValueException $error) {
    http_response_code(400);
    echo $error->getMessage();
}
