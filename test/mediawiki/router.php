<?php
// PHP's own server asks this file about every request: addresses as a wiki has them behind a real server, and a line for each.
$root = getenv( 'WIKI_ROOT' );
$path = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
file_put_contents( getenv( 'WIKI_REQUESTS' ), $_SERVER['REQUEST_URI'] . "\n", FILE_APPEND );
chdir( $root );
if ( preg_match( '#^/w/(api|index|load)\.php(/|$)#', $path, $match ) ) {
	$script = $match[1];
} elseif ( $path === '/' || preg_match( '#^/wiki(/|$)#', $path ) ) {
	$script = 'index';
} else {
	http_response_code( 404 );
	echo 'not here';
	return true;
}
$_SERVER['SCRIPT_NAME'] = "/w/$script.php";
$_SERVER['SCRIPT_FILENAME'] = "$root/$script.php";
$_SERVER['PHP_SELF'] = $_SERVER['SCRIPT_NAME'];
require "$root/$script.php";
return true;
